// @ts-check
// What is told besides being drawn: to screen readers, by the tab's title and icon, by a sound.

import { byId } from "./dom.js";
import { currentMenu } from "./menu.js";
import { shownMatch, state } from "./state.js";
import { plain } from "./text.js";

/** The step that was last announced. */
let announced = -1;

/** Tells what has just happened. @param {SeatEvent[]} events */
export function announce(events) {
  const lines = events.flatMap((event) => {
    if (event.kind === "said" || event.kind === "learnt") return [plain(event.text)];
    if (event.kind === "presence" || event.kind === "notice") return [event.text];
    return [];
  });
  if (lines.length > 0) byId("polite").textContent = lines.slice(-6).join(" ");
}

/** Tells that the person is asked, once for each step. */
export function callPerson() {
  const menu = currentMenu();
  const match = shownMatch();
  const name = match ? `${match.game_name} – nodealer` : "nodealer";
  document.title = menu ? `● Your turn – ${name}` : name;
  const icon = byId("icon");
  const wanted = menu ? "/icon-turn.svg" : "/icon.svg";
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (!menu) {
    // The next match has a step of the same number.
    announced = -1;
    byId("assertive").textContent = "";
    return;
  }
  if (announced === menu.step) return;
  announced = menu.step;
  byId("assertive").textContent = `You are asked: ${plain(menu.title)}`;
  if (state.snapshot?.settings.sound) chime();
}

/** How often the sound was played, for whoever wonders. */
export const sounds = { played: 0 };

/** Two short notes. */
function chime() {
  sounds.played += 1;
  document.documentElement.dataset.sounds = String(sounds.played);
  // A browser lets a page be heard once the person has done something in it.
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    const audio = new AudioContext();
    const loud = audio.createGain();
    loud.gain.setValueAtTime(0.08, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    loud.connect(audio.destination);
    [660, 880].forEach((pitch, at) => {
      const note = audio.createOscillator();
      note.frequency.value = pitch;
      note.connect(loud);
      note.start(audio.currentTime + at * 0.12);
      note.stop(audio.currentTime + 0.2 + at * 0.12);
    });
    setTimeout(() => audio.close(), 800);
  } catch {
    // A browser without sound is as good.
  }
}
