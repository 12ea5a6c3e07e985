//! What moves, and for whom nothing does: 4.

use seat::SeatEventKind;
use serde_json::json;

use crate::common::page::Page;

/// 4. Nothing moves for whoever asked for that; what moves cannot be clicked.
#[test]
fn nothing_moves_for_whoever_asked_for_no_motion() {
    let Some(page) = Page::playing("no motion", "knives", 2) else { return };
    page.browser.devtools(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    // What was dealt before may still move.
    page.browser.wait_for("rest", "return document.getAnimations().length === 0");
    for _ in 0..8 {
        page.seat.play_on(1);
        assert_eq!(page.browser.run("return document.getAnimations().length"), 0);
        assert_eq!(page.count(".moving"), 0);
    }
}

/// 4. What moves cannot be clicked.
#[test]
fn what_moves_cannot_be_clicked() {
    let Some(page) = Page::playing("what moves", "knives", 2) else { return };
    page.browser.wait_for("rest", "return document.getAnimations().length === 0");
    let hit = |moves: bool| {
        page.browser.run(&format!(
            "const piece = document.querySelector('.own .lies-hand .piece');
             piece.classList.toggle('moving', {moves});
             const box = piece.getBoundingClientRect();
             const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
             piece.classList.remove('moving');
             return piece.contains(found)"
        ))
    };
    assert_eq!((hit(false), hit(true)), (json!(true), json!(false)));
}

/// Counts from now on what begins to move: cards that are marked as moving, and stacks that fly.
fn watch_motion(page: &Page) {
    page.browser.run(
        "window.moved = { cards: 0, stacks: 0, layers: 0 };
         new MutationObserver((all) => {
           for (const one of all) {
             if (one.type === 'attributes' && one.target.classList.contains('moving')) moved.cards += 1;
             for (const added of one.addedNodes) {
               if (!added.classList?.contains('flying')) continue;
               moved[added.classList.contains('layer') ? 'layers' : 'stacks'] += 1;
             }
           }
         }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })",
    );
}

/// Cards are played, somebody shuffles, somebody takes a layer off.
fn let_things_happen(page: &Page) {
    let proven = |shuffled, opened| SeatEventKind::Proven {
        seat: 1,
        step: 3,
        text: "Bo shuffled 52 cards".into(),
        shuffled,
        opened,
        chosen: false,
    };
    page.seat.happen(proven(Some(52), None));
    page.seat.happen(proven(None, Some(6)));
    for _ in 0..8 {
        page.seat.play_on(1);
        page.settled();
    }
}

/// 4. Motion comes from what really happens: cards that lie elsewhere now, each shuffle, each layer.
#[test]
fn cards_shuffles_and_layers_are_seen_to_move() {
    let Some(page) = Page::playing("motion", "knives", 2) else { return };
    watch_motion(&page);
    let_things_happen(&page);
    page.browser.wait_for(
        "a card, a stack and a layer that move",
        "return moved.cards > 0 && moved.stacks === 1 && moved.layers === 1",
    );
    page.browser.wait_for("rest", "return document.querySelector('.flying, .moving') === null");
}

/// 4. None of it for whoever asked the system for no motion.
#[test]
fn no_card_no_shuffle_and_no_layer_moves_for_whoever_asked_for_no_motion() {
    let Some(page) = Page::playing("rest", "knives", 2) else { return };
    page.browser.devtools(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    watch_motion(&page);
    let_things_happen(&page);
    assert_eq!(page.browser.run("return moved"), json!({ "cards": 0, "stacks": 0, "layers": 0 }));
}

/// A shuffle that flies over the table lies under what is asked.
#[test]
fn what_flies_does_not_cover_what_is_asked() {
    let Some(page) = Page::playing("flying", "knives", 0) else { return };
    for (width, height) in [(1280, 800), (360, 640)] {
        page.resize(width, height);
        // It takes no clicks, so it is made to take them here: what is found is what is painted on top.
        page.browser.run(
            "const box = document.querySelector('#prompt').getBoundingClientRect();
             const stack = document.createElement('div');
             stack.className = 'flying';
             stack.style.cssText = `pointer-events: auto; height: 60px; translate: ${box.left}px ${box.top}px`;
             document.body.append(stack)",
        );
        let over = "const box = document.querySelector('#prompt').getBoundingClientRect();
                    return document.elementFromPoint(box.left + 8, box.top + 8).id";
        assert_eq!(page.browser.run(over), "prompt", "{width} × {height}");
    }
}
