//! Log, chat, and what others write: 7.

use seat::{
    EndView, FailureShown, HomeView, Intent, SeatEventKind, SeatState, TableLine, shown::Text,
};
use serde_json::json;

use crate::{
    ESCAPE,
    common::{
        clear::{home, lobby, replay},
        page::Page,
    },
    tables::invited,
};

/// 7. Log and chat are apart.
#[test]
fn log_and_chat_are_apart_and_a_line_leads_to_its_rule() {
    let Some(page) = Page::playing("log and chat", "knives", 8) else { return };
    page.seat.happen(SeatEventKind::Chat {
        from: "Bo".into(),
        seat: Some(1),
        whispered: false,
        text: "good luck".into(),
        to: None,
    });
    page.browser.wait_for(
        "news of the chat",
        "return document.querySelector('.tabs').innerText.includes('1 new')",
    );
    assert!(!page.browser.text(".log").contains("good luck"));
    page.browser.wait_for_element(".log button.rule");
    let rule = page.browser.text(".log button.rule");
    page.browser.click(".log button.rule");
    page.browser.wait_for_element("dialog[open] .rules");
    assert!(page.written("dialog .rules").len() > 1000, "{rule}");
    page.browser.press(ESCAPE);
    page.browser.wait_for("no dialog", "return document.querySelector('dialog[open]') === null");
    page.browser.press("t");
    page.browser.wait_for_element("#chat-line");
    assert!(page.browser.text(".chat").contains("good luck"));
    page.browser.type_into("#chat-line", "thanks\u{E007}");
    page.wait_wanted("a line", |i| *i == Intent::Say { to: None, text: "thanks".into() });
}

/// 7. Where there is nobody to talk with there is no chat, by no key either.
#[test]
fn a_match_without_talk_has_no_chat() {
    let Some(page) = Page::playing("no chat", "knives", 8) else { return };
    page.browser.press("t");
    page.browser.wait_for_element("#chat-line");
    page.browser.press(ESCAPE);
    page.show(|view| view.talks = false);
    assert_eq!(page.count("#chat-line"), 0);
    page.browser.press("t");
    assert_eq!((page.count("#chat-line"), page.count(".tab"), page.count(".log")), (0, 2, 1));
}

/// 7. The end of the log stays in sight when the window changes, until one scrolls away from it.
#[test]
fn the_end_of_the_log_stays_in_sight_until_one_scrolls_away() {
    let Some(page) = Page::playing("the end of the log", "knives", 40) else { return };
    let log = "const log = document.querySelector('.log');";
    let at_end = format!("{log} return log.scrollTop + log.clientHeight > log.scrollHeight - 30");
    for (width, height) in [(1280, 800), (1000, 500), (1600, 900)] {
        page.resize(width, height);
        page.browser.wait_for("the end of the log", &at_end);
        page.seat.play_on(1);
        page.settled();
        page.browser.wait_for("the end of the log", &at_end);
    }
    // The window changes before the page hears that one has scrolled.
    page.browser
        .run(&format!("{log} log.scrollTop = 0; window.dispatchEvent(new Event('resize'))"));
    page.resize(1000, 500);
    page.seat.play_on(1);
    page.settled();
    let lines = "return document.querySelectorAll('.log li').length";
    assert!(page.browser.run(lines).as_u64().unwrap() > 40);
    assert_eq!(page.browser.run(&format!("{log} return log.scrollTop")), json!(0));
}

/// 7. Of a long match the first lines are not listed any more, and the end stays in sight all the same.
#[test]
fn the_end_of_a_log_that_loses_its_first_lines_stays_in_sight() {
    let Some(page) = Page::playing("the end of a long log", "knives", 1) else { return };
    for line in 0..400 {
        let text = Text::from(format!("line {line}.").as_str());
        page.seat.happen(SeatEventKind::Said { text, rule: String::new(), step: 1 });
        // One after another, and each of them drawn.
        if line % 10 == 0 {
            let last = format!(
                "const log = document.querySelector('.log');
                 return log.lastElementChild.innerText.includes('line {line}.') &&
                   log.scrollTop + log.clientHeight > log.scrollHeight - 30"
            );
            page.browser.wait_for("the last line, in sight", &last);
        }
    }
    assert!(!page.browser.text(".log").contains("line 0."));
}

/// 7. Text of others is text.
#[test]
fn what_others_write_never_becomes_part_of_the_page() {
    let Some(page) = Page::playing("injected text", "knives", 1) else { return };
    let evil =
        "<img src=x onerror=\"document.title='spilt'\"><script>document.title='spilt'</script>";
    page.show(|view| {
        view.players[1].name = evil.into();
        view.board.headline = Text::from(evil);
        view.board.facts[0].value = Text::from(evil);
        view.notes[1] = evil.into();
    });
    page.seat.happen(SeatEventKind::Chat {
        from: evil.into(),
        seat: Some(1),
        whispered: false,
        text: evil.into(),
        to: None,
    });
    page.browser.press("t");
    page.browser.wait_for(
        "the line",
        "return document.querySelector('.chat')?.textContent.includes('<img')",
    );
    assert!(page.browser.text(".headline").contains("<img"));
    assert_eq!(page.count("img, .table script, .chat script"), 0);
    assert!(!page.browser.run("return document.title").as_str().unwrap().contains("spilt"));
    assert_eq!(page.browser.complaints(), [""; 0]);
}

/// 7. So it is on every screen: names of tables and people, failures, files, and the picture that is saved.
#[test]
fn what_others_write_is_text_on_every_screen() {
    let Some(page) = Page::playing("injected text elsewhere", "knives", 1) else { return };
    let evil = "</text><img src=x onerror=\"document.title='spilt'\"><script>document.title='spilt'</script>\u{202e}";
    let clean = |screen: &str| {
        page.drawn();
        page.browser.wait_for(
            screen,
            "return document.querySelector('#main').textContent.includes('<img')",
        );
        assert_eq!(page.count("img, #main script, #side script"), 0, "{screen}");
        let turned = "return document.documentElement.outerHTML.includes('\\u202e')";
        assert_eq!(page.browser.run(turned), false, "{screen}");
    };
    let mut last = page.view();
    last.players[1].name = evil.into();
    let mut shown = replay("knives", 8);
    shown.shown.players[1].name = evil.into();
    shown.proven = vec![evil.into()];
    page.seat.show(SeatState::Replay(Box::new(shown)));
    clean("replay");
    let table = TableLine { name: evil.into(), closed: Some(evil.into()), ..invited() };
    let failed = Some(FailureShown { text: evil.into(), ..Default::default() });
    page.seat.show(SeatState::Home(HomeView {
        tables: vec![table],
        failed,
        busy: Some(evil.into()),
        ..home()
    }));
    clean("home");
    let mut room = lobby();
    room.people[1].name = evil.into();
    (room.table, room.waiting, room.code) = (evil.into(), evil.into(), evil.into());
    page.seat.show(SeatState::Lobby(room));
    clean("lobby");
    let end =
        EndView { last, summary: evil.into(), failure: Some(evil.into()), ..EndView::default() };
    page.seat.show(SeatState::End(Box::new(end)));
    clean("end");
    page.browser.run(
        "HTMLAnchorElement.prototype.click = function () { window.saved = this.href.slice(0, 22) };
         [...document.querySelectorAll('.end button')].find((b) => /picture/.test(b.textContent)).click()",
    );
    page.browser.wait_for("the picture", "return window.saved === 'data:image/png;base64,'");
    assert!(!page.browser.run("return document.title").as_str().unwrap().contains("spilt"));
    assert_eq!(page.browser.complaints(), [""; 0]);
}

/// 7. Whoever is muted is not read, until they are shown again.
#[test]
fn the_chat_of_a_muted_player_is_not_shown() {
    let Some(page) = Page::playing("muting", "knives", 1) else { return };
    page.seat.happen(SeatEventKind::Chat {
        from: "Bo".into(),
        seat: Some(1),
        whispered: false,
        text: "you will never win".into(),
        to: None,
    });
    page.browser.run("[...document.querySelectorAll('.tabs button')].find((button) => /Chat/.test(button.textContent)).click()");
    let read = "return document.querySelector('#side').textContent.includes('never win')";
    page.browser.wait_for("the chat", read);
    page.browser.click("[data-seat='1'] .name button");
    page.browser.wait_for_element("dialog[open]");
    let press = "[...document.querySelectorAll('dialog button')].find((button) => /chat/.test(button.textContent)).click()";
    page.browser.run(press);
    page.browser.wait_for("silence", &read.replace("return ", "return !"));
    page.wait_wanted("muting", |i| matches!(i, Intent::Set(set) if set.muted == ["Bo"]));
    page.browser.run(press);
    page.browser.wait_for("the chat again", read);
}

/// 7. What begins with a slash is a command on every screen, and is not said aloud by mistake.
#[test]
fn a_whisper_goes_to_one_player_and_a_mistyped_one_to_nobody() {
    let Some(page) = Page::playing("whispers", "knives", 0) else { return };
    page.browser.run("document.querySelectorAll('.tab')[1].click()");
    page.browser.wait_for_element("#chat-line");
    page.browser.type_into("#chat-line", "/wisper Bo secret\u{E007}");
    page.browser.wait_for_element(".notice");
    assert!(page.seat.sent().iter().all(|intent| !matches!(intent, Intent::Say { .. })));
    page.browser.run("document.querySelector('#chat-line').value = ''");
    page.browser.type_into("#chat-line", "/whisper Bo secret\u{E007}");
    page.wait_wanted("the whisper", |intent| match intent {
        Intent::Say { to, text } => to.as_deref() == Some("Bo") && text == "secret",
        _ => false,
    });
}

/// 7. What the node tells while people sit down is read in the lobby.
#[test]
fn a_lobby_tells_what_happens_there() {
    let Some(page) = Page::open("notices in a lobby") else { return };
    page.seat.show(SeatState::Lobby(lobby()));
    page.seat.happen(SeatEventKind::Notice { text: "Cleo could not sit down.".into() });
    let told = "return document.querySelector('#side')?.innerText.includes('Cleo could not')";
    page.browser.wait_for("the notice", told);
}
