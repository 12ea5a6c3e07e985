//! What others can name of the crates that they build on, as a list: a change of it shows in a diff.
//!
//! `UPDATE_API=1 cargo test -p nodealer-tests --test public_api` writes the lists anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use quote::ToTokens;
use syn::{Attribute, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// The crates that are made to be built on.
const CRATES: [(&str, &str); 5] = [
    ("proto", "proto/src"),
    ("mental", "crates/mental/src"),
    ("engine", "crates/engine/src"),
    ("table", "crates/table/src"),
    ("seat", "crates/seat/src"),
];

#[test]
fn the_public_names_are_those_that_are_written_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, sources) in CRATES {
        let mut api = Api::default();
        api.read(&root.join(sources).join("lib.rs"), name, true);
        let listed = api.list();
        let kept = root.join("tests/api").join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_API").is_some() {
            fs::write(&kept, &listed).unwrap();
        }
        let before = fs::read_to_string(&kept).unwrap_or_default();
        let (before, now) = (lines(&before), lines(&listed));
        let gone: Vec<_> = before.difference(&now).collect();
        let new: Vec<_> = now.difference(&before).collect();
        assert!(
            gone.is_empty() && new.is_empty(),
            "{name}: gone {gone:#?}\nnew {new:#?}\n(UPDATE_API=1 accepts this)"
        );
    }
}

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().collect()
}

/// What is declared in a crate, by the name of what it belongs to.
#[derive(Default)]
struct Api {
    /// Items in modules that are public themselves, with their paths.
    open: BTreeMap<String, BTreeSet<String>>,
    /// Items in private modules: public if they are exported again.
    inner: BTreeMap<String, BTreeSet<String>>,
    /// Names that are exported again, with their paths.
    again: BTreeMap<String, String>,
    /// Public methods, by the name of the type.
    methods: BTreeMap<String, BTreeSet<String>>,
}

impl Api {
    fn read(&mut self, file: &Path, module: &str, open: bool) {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let items = syn::parse_file(&text).unwrap().items;
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let mut folder = file.parent().unwrap().to_owned();
        if !["lib", "mod"].contains(&stem) {
            folder.push(stem);
        }
        self.items(&items, &folder, module, open);
    }

    fn items(&mut self, items: &[Item], folder: &Path, module: &str, open: bool) {
        for item in items {
            match item {
                Item::Mod(inner) if !is_test(&inner.attrs) => {
                    let name = inner.ident.to_string();
                    let open = open && is_public(&inner.vis);
                    let path = format!("{module}::{name}");
                    match &inner.content {
                        Some((_, items)) => self.items(items, &folder.join(&name), &path, open),
                        None => self.read(&source(folder, &name), &path, open),
                    }
                }
                Item::Use(exported) if open && is_public(&exported.vis) => {
                    for name in leaves(&exported.tree) {
                        self.again.insert(name.clone(), format!("{module}::{name}"));
                    }
                }
                Item::Impl(block) if block.trait_.is_none() => self.block(block),
                item => self.item(item, module, open),
            }
        }
    }

    fn item(&mut self, item: &Item, module: &str, open: bool) {
        let (vis, name, words) = match item {
            Item::Fn(i) => (&i.vis, &i.sig.ident, i.sig.to_token_stream().to_string()),
            Item::Struct(i) => (&i.vis, &i.ident, format!("struct {}", fields(&i.fields, false))),
            Item::Enum(i) => {
                let variants =
                    i.variants.iter().map(|v| format!("{}{}", v.ident, fields(&v.fields, true)));
                (&i.vis, &i.ident, format!("enum {}", variants.collect::<Vec<_>>().join(", ")))
            }
            Item::Trait(i) => {
                let methods = i.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(f) => Some(f.sig.ident.to_string()),
                    TraitItem::Type(t) => Some(t.ident.to_string()),
                    TraitItem::Const(c) => Some(c.ident.to_string()),
                    _ => None,
                });
                (&i.vis, &i.ident, format!("trait {}", methods.collect::<Vec<_>>().join(", ")))
            }
            Item::Const(i) => (&i.vis, &i.ident, format!("const {}", i.ty.to_token_stream())),
            Item::Static(i) => (&i.vis, &i.ident, format!("static {}", i.ty.to_token_stream())),
            Item::Type(i) => (&i.vis, &i.ident, format!("type {}", i.ty.to_token_stream())),
            _ => return,
        };
        if is_public(vis) && !matches!(item, Item::Fn(i) if is_test(&i.attrs)) {
            let to = if open { &mut self.open } else { &mut self.inner };
            let key = if open { format!("{module}::{name}") } else { name.to_string() };
            to.entry(key).or_default().insert(words);
        }
    }

    fn block(&mut self, block: &syn::ItemImpl) {
        let Type::Path(path) = &*block.self_ty else { return };
        let Some(owner) = path.path.segments.last().map(|last| last.ident.to_string()) else {
            return;
        };
        let methods = self.methods.entry(owner).or_default();
        for item in &block.items {
            match item {
                ImplItem::Fn(f) if is_public(&f.vis) && !is_test(&f.attrs) => {
                    methods.insert(f.sig.to_token_stream().to_string());
                }
                ImplItem::Const(c) if is_public(&c.vis) => {
                    methods.insert(format!("const {}", c.ident));
                }
                _ => {}
            }
        }
    }

    fn list(&self) -> String {
        let mut all = BTreeSet::new();
        let again =
            self.again.iter().filter_map(|(name, path)| Some((path, self.inner.get(name)?)));
        for (path, kinds) in self.open.iter().chain(again) {
            all.extend(kinds.iter().map(|words| format!("{path}: {words}")));
            let name = path.rsplit("::").next().unwrap_or_default();
            let methods = self.methods.get(name).into_iter().flatten();
            all.extend(methods.map(|method| format!("{path}::{method}")));
        }
        all.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn source(folder: &Path, name: &str) -> PathBuf {
    let file = folder.join(format!("{name}.rs"));
    if file.exists() { file } else { folder.join(name).join("mod.rs") }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Whether it is there for tests of the crate itself alone.
fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let words = attr.to_token_stream().to_string();
        words.contains("cfg (test)") || words == "# [test]"
    })
}

/// The public fields; those of a variant all are.
fn fields(fields: &syn::Fields, variant: bool) -> String {
    let public = fields.iter().filter(|field| variant || is_public(&field.vis));
    let words = public.map(|field| {
        let name = field.ident.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        format!("{name}{}", field.ty.to_token_stream())
    });
    format!("({})", words.collect::<Vec<_>>().join(", "))
}

fn leaves(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => leaves(&path.tree),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(rename) => vec![rename.rename.to_string()],
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Glob(_) => panic!("a list cannot show what is exported by `*`: name it"),
    }
}
