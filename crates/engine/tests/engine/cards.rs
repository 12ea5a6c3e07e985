use engine::{Face, FaceSet};

fn set(faces: &[u8]) -> FaceSet {
    faces.iter().copied().map(Face).collect()
}

#[test]
fn a_face_set_contains_what_was_put_in_and_nothing_else() {
    let set = set(&[0, 63, 64, 127]);
    let inside: Vec<u8> = (0..128).filter(|&f| set.contains(Face(f))).collect();
    assert_eq!(inside, [0, 63, 64, 127]);
}

#[test]
fn a_face_above_127_is_in_no_set() {
    for face in [128, 129, 255].map(Face) {
        assert!(!FaceSet::ALL.contains(face) && !set(&[face.0 & 127]).contains(face));
        assert!(FaceSet::only(face).is_empty());
    }
}

#[test]
fn a_face_set_lists_its_faces_lowest_first() {
    assert_eq!(set(&[90, 3, 127]).iter().collect::<Vec<_>>(), [Face(3), Face(90), Face(127)]);
}

#[test]
fn a_union_has_the_faces_of_both() {
    assert_eq!(set(&[1, 2]) | set(&[2, 3]), set(&[1, 2, 3]));
}

#[test]
fn the_empty_set_is_empty_and_a_single_one_is_not() {
    assert!(FaceSet::EMPTY.is_empty());
    assert!(!FaceSet::only(Face(127)).is_empty());
}

#[test]
fn the_full_set_has_all_128_faces() {
    assert_eq!(FaceSet::ALL.iter().count(), 128);
}
