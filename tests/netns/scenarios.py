"""Matches on a network that misbehaves. Every node is a process in a namespace of its own.

usage: scenarios.py PATH-TO-NODEALER [NAME ...]      all scenarios, or those named

Each scenario is a function; its docstring says what must hold. At the end of every match all nodes have
written the same bytes, and `nodealer verify` finds them fair. Figures are printed.
"""

import filecmp
import json
import os
import re
import subprocess
import sys
import time

from hub import Hub, missing

SCENARIOS = []
# Whether the machine is free enough for figures to be judged, and the build is one for release.
FIGURES = os.environ.get("FIGURES") == "1"


class Skipped(Exception):
    """Something that a scenario needs is missing."""


def scenario(function):
    SCENARIOS.append(function)
    return function


def figure(what, value):
    print("    %-58s %s" % (what, value), flush=True)


def seconds(value):
    return "%.2f s" % value


def table(hub, places, game="suspicion", more=(), **each):
    """A host at the first place and bots at the others, who find it by mDNS."""
    host = places[0].node("Ann", "host", game, "--autoplay", "--seats", str(len(places)), "-v", *more)
    bots = [place.node("Bot%d" % i, "bot", "Ann's table", "--for", "60", "-v", *more)
            for i, place in enumerate(places[1:], 1)]
    return [host, *bots]


def all_fair(hub, nodes, patience=180):
    for node in nodes:
        node.ends(patience=patience)
    for node in nodes[1:]:
        assert filecmp.cmp(nodes[0].transcript, node.transcript, shallow=False), \
            "%s has another transcript" % node.name
    verify = subprocess.run([hub.nodealer, "verify", "--json", nodes[0].transcript],
                            capture_output=True, text=True)
    report = json.loads(verify.stdout)
    assert verify.returncode == 0 and report["verdict"] == "fair", report
    return report


def in_the_middle(node, pattern, count=1):
    """Waits until a node has checked a proof of that kind."""
    node.says(r"^Step \d+: .*" + pattern, count=count)


@scenario
def seven_others_sit_down_by_mdns_alone(hub):
    """Seven nodes see the table that an eighth opens, and sit down; when it closes, it is gone for all."""
    places = [hub.place() for _ in range(8)]
    names = ["Bot%d" % i for i in range(1, 8)]
    bots = [place.node(name, "bot", "Ann's table", "--for", "60")
            for place, name in zip(places[1:], names)]
    time.sleep(2)
    host = places[0].node("Ann", "host", "never-bring-a-knife", "--seats", "8", "--plain")
    opened = host.says(r"is open\.$")[0]
    seated = host.says(r"sits at the table", count=7)[0]
    figure("from `host` (the process) to all seven seated", seconds(seated - host.began))
    figure("from the open table to all seven seated", seconds(seated - opened))
    assert seated - host.began < 5, "too slow"
    tables = places[1].run(hub.nodealer, "tables", "--json", "--for", "2")
    listed = json.loads(tables.stdout)["tables"]
    assert [t["taken"] for t in listed] == [8], listed
    host.types("q\n")
    host.ends()
    for bot in bots:
        bot.ends(status=3, patience=10)
    gone = places[1].run(hub.nodealer, "tables", "--json", "--for", "2")
    assert json.loads(gone.stdout)["tables"] == []


@scenario
def people_join_by_list_by_code_and_by_name(hub):
    """The three ways to a table that mDNS shows."""
    places = [hub.place() for _ in range(4)]
    host = places[0].node("Ann", "host", "suspicion", "--seats", "4", "--autoplay")
    code = host.says(r"Code: (\w+)")[1].group(1)
    by_list = places[1].node("Bob", "join", "--plain", "--window", "0")
    by_list.says(r"1  Ann's table \(%s\)" % code)
    by_list.types("1\n")
    host_name = places[2].node("Cleo", "bot", "ann's TABLE")
    by_code = places[3].node("Dan", "bot", code.lower())
    by_list.says("Cleo sits at the table")
    by_list.says("Dan sits at the table")
    by_list.types("ready\n" + "".join("%d\ny\n" % (i % 17 + 1) for i in range(5000)))
    by_list.says("Fingerprint: ", patience=120)
    by_list.process.stdin.close()
    all_fair(hub, [host, host_name, by_code, by_list])


@scenario
def loss_and_delay(hub):
    """5 % of all packets are lost on every node's way in, and every node is 25 ms from the bridge: 50 ms
    one way between any two, 100 ms there and back."""
    places = [hub.place(delay=0.025) for _ in range(4)]
    for place in places:
        place.loses(5)
    nodes = table(hub, places)
    report = all_fair(hub, nodes)
    played = nodes[0].says("Fingerprint: ")[0] - nodes[0].says("^Step 1:")[0]
    figure("a match of %d steps" % report["steps"], seconds(played))
    figure("per step", "%.0f ms" % (played / report["steps"] * 1000))


def step_of(line):
    """The step of a proof; 0 for any other line."""
    found = re.match(r"Step (\d+): ", line)
    return int(found.group(1)) if found else 0


def beyond(node, others, patience=60):
    """When a node that was resumed has come further than anybody had before: what it tells of earlier steps
    stands in its journal."""
    highest = max(step_of(line) for other in others for _, line in other.lines)
    until = time.monotonic() + patience
    while time.monotonic() < until:
        for at, line in list(node.lines):
            if step_of(line) > highest:
                return at
        time.sleep(0.01)
    raise AssertionError("%s comes no further than step %d" % (node.name, highest))


def pulled(hub, kind, pattern, count, game="never-bring-a-knife", gap=10):
    places = [hub.place() for _ in range(3)] + [hub.place(delay=0.02)]
    nodes = table(hub, places, game)
    in_the_middle(nodes[0], pattern, count)
    places[3].pull()
    pulled_at = time.monotonic()
    time.sleep(gap)
    steps = len([1 for _, line in nodes[0].lines if line.startswith("Step ")])
    assert not nodes[0].said("Fingerprint: "), "the match was over before the cable was pulled"
    places[3].plug()
    nodes[0].says("Bot3 is back", patience=30)
    back = nodes[0].says("^Step ", count=steps + 1)[0]
    figure("cable out for %d s in the middle of %s; on again after" % (gap, kind),
           seconds(back - pulled_at - gap))
    all_fair(hub, nodes)


@scenario
def a_cable_pulled_during_a_shuffle(hub):
    """Out for 10 s; the match waits and goes on."""
    pulled(hub, "a shuffle", "shuffled", 1)


@scenario
def a_cable_pulled_during_a_deal(hub):
    """Out for 10 s; the match waits and goes on."""
    pulled(hub, "a deal", "took their layer off", 1)


@scenario
def a_cable_pulled_during_a_sealed_choice(hub):
    """Out for 10 s; the match waits and goes on."""
    pulled(hub, "a sealed choice", "allowed choice", 12)


@scenario
def gone_for_longer_than_the_grace(hub):
    """The others vote to go on, and finish with one transcript without the one who is away."""
    places = [hub.place() for _ in range(3)] + [hub.place(delay=0.02)]
    nodes = table(hub, places, "never-bring-a-knife", more=("--grace", "5"))
    in_the_middle(nodes[0], "allowed choice", 3)
    places[3].pull()
    pulled_at = time.monotonic()
    over = nodes[0].says("Fingerprint: ", patience=120)[0]
    figure("a leaver; grace 5 s; the others have finished after", seconds(over - pulled_at))
    places[3].plug()
    all_fair(hub, nodes[:3])
    nodes[3].kill()


@scenario
def a_link_dead_for_good_while_a_third_relays(hub):
    """Two of three players never exchange a packet; everything reaches them through the third."""
    places = [hub.place() for _ in range(3)]
    places[1].deaf_to(places[2])
    places[2].deaf_to(places[1])
    nodes = table(hub, places)
    all_fair(hub, nodes)


@scenario
def killed_and_resumed(hub):
    """`kill -9` in the middle; `nodealer resume` takes the seat again."""
    places = [hub.place() for _ in range(3)] + [hub.place(delay=0.02)]
    nodes = table(hub, places, "never-bring-a-knife")
    in_the_middle(nodes[3], "allowed choice", 6)
    nodes[3].kill()
    assert not nodes[0].said("Fingerprint: ")
    time.sleep(2)
    before, back = list(nodes), places[3].node("Bot3", "resume", "-v")
    nodes[3] = back
    figure("from `resume` to the next proof", seconds(beyond(back, before) - back.began))
    all_fair(hub, nodes)


@scenario
def all_killed_at_once_without_multicast(hub):
    """Everybody joined by address and is killed; two of three come back at other addresses, and meet through
    the third."""
    places = [hub.place() for _ in range(3)]
    for place in places:
        place.without_multicast()
    host = places[0].node("Ann", "host", "suspicion", "--autoplay", "--seats", "3", "-v")
    names, address = ["Ann", "Bob", "Cleo"], host.address()
    nodes = [host, *(place.node(name, "bot", address) for place, name in zip(places[1:], names[1:]))]
    in_the_middle(host, "allowed choice", 3)
    for node in nodes:
        node.kill()
    assert not host.said("Fingerprint: ")
    places[1].moves_to("10.77.0.98")
    places[2].moves_to("10.77.0.99")
    back = [place.node(name, "resume", "-v") for place, name in zip(places, names)]
    first = beyond(back[0], nodes)
    figure("all killed; from `resume` to the next proof", seconds(first - back[0].began))
    all_fair(hub, back)


@scenario
def a_machine_without_power_for_a_moment(hub):
    """The others hold connections to a process that has ended without a word; the next one is heard anyway."""
    places = [hub.place() for _ in range(4)]
    nodes = table(hub, places, "never-bring-a-knife")
    in_the_middle(nodes[3], "allowed choice", 3)
    places[3].pull()
    # Nothing of its end reaches the others.
    time.sleep(0.2)
    nodes[3].kill()
    time.sleep(0.5)
    places[3].plug()
    before, nodes[3] = list(nodes), places[3].node("Bot3", "resume", "-v")
    again = beyond(nodes[3], before)
    figure("power gone for a moment; from `resume` to the next proof", seconds(again - nodes[3].began))
    all_fair(hub, nodes)


@scenario
def a_partition_heals(hub):
    """Two and two cannot reach each other for 10 s."""
    places = [hub.place() for _ in range(2)] + [hub.place(delay=0.02) for _ in range(2)]
    nodes = table(hub, places, "never-bring-a-knife")
    in_the_middle(nodes[0], "allowed choice", 3)
    for one in places[:2]:
        for other in places[2:]:
            one.deaf_to(other)
    time.sleep(10)
    assert not nodes[0].said("Fingerprint: ")
    for one in places[:2]:
        one.unblock()
    healed = time.monotonic()
    all_fair(hub, nodes)
    figure("the rest of the match after the partition", seconds(time.monotonic() - healed))


@scenario
def no_multicast_but_an_address(hub):
    """A peer whose network swallows multicast sees no table, is told so, and joins by address."""
    places = [hub.place() for _ in range(3)]
    places[2].without_multicast()
    host = places[0].node("Ann", "host", "suspicion", "--seats", "3", "--autoplay")
    bot = places[1].node("Bob", "bot", "Ann's table")
    blind = places[2].run(hub.nodealer, "tables", "--json", "--for", "3")
    assert json.loads(blind.stdout)["tables"] == []
    doctor = places[2].run(hub.nodealer, "doctor", "--for", "1")
    assert doctor.returncode == 3 and "multicast" in doctor.stdout, doctor.stdout
    late = places[2].node("Cleo", "bot", host.address())
    all_fair(hub, [host, bot, late])


@scenario
def ipv6_only(hub):
    """No IPv4 address anywhere."""
    places = [hub.place(v4=False, v6=True) for _ in range(3)]
    time.sleep(1)
    all_fair(hub, table(hub, places))


@scenario
def an_address_changes(hub):
    """From one network address to another in the middle, as from Wi-Fi to cable."""
    places = [hub.place() for _ in range(3)] + [hub.place(delay=0.02)]
    nodes = table(hub, places, "never-bring-a-knife")
    in_the_middle(nodes[0], "allowed choice", 3)
    place = places[3]
    place.moves_to("10.77.0.99")
    moved = time.monotonic()
    steps = len(nodes[0].lines)
    all_fair(hub, nodes)
    after = [at for at, line in nodes[0].lines[steps:] if line.startswith("Step ")]
    gaps = [b - a for a, b in zip([moved, *after], after)]
    figure("the longest pause after an address change", seconds(max(gaps, default=0)))


@scenario
def moves_reach_every_screen(hub):
    """From the moment a node has made a move to the moment the last of the others has shown it."""
    places = [hub.place() for _ in range(4)]
    nodes = table(hub, places, "never-bring-a-knife")
    all_fair(hub, nodes)
    shown = {}
    for node in nodes:
        for at, line in node.lines:
            if re.match(r"Step \d+: .* made an allowed choice", line):
                shown.setdefault(line, []).append(at)
    took = sorted((max(at) - min(at)) * 1000 for at in shown.values() if len(at) == len(nodes))
    figure("moves seen by all four", len(took))
    figure("until the last of them shows it, median", "%.1f ms" % took[len(took) // 2])
    figure("… 95 of 100", "%.1f ms" % took[len(took) * 95 // 100])
    if FIGURES:
        assert took[len(took) * 95 // 100] < 20, "a move takes too long"


def one_match(hub, places):
    nodes = table(hub, places)
    host = nodes[0]
    host.says("Fingerprint: ", patience=120)
    memory = host.memory()
    report = all_fair(hub, nodes)
    played = host.says("Fingerprint: ")[0] - host.says("^Step 1:")[0]
    return played / report["steps"] * 1000, memory


@scenario
def strangers_disturb_nothing(hub):
    """Six strangers (floods, noise, oversized frames, hundreds of streams, match frames of no match, other
    protocols) against the host of a match: it goes on at its usual speed, and memory stays bounded."""
    stranger = os.path.join(os.path.dirname(hub.nodealer), "examples", "stranger")
    if not os.path.exists(stranger):
        raise Skipped("`cargo build -p nodealer-seat --example stranger` makes the strangers")
    places = [hub.place() for _ in range(3)]
    alone, quiet = one_match(hub, places)
    for node in hub.nodes:
        os.remove(node.transcript)
    address = places[0].ip + ":4100"
    kinds = ["flood", "noise", "oversized", "streams", "match", "other"]
    attackers = [hub.place() for _ in kinds]
    running = [subprocess.Popen(["ip", "netns", "exec", place.name, stranger, kind, address, "25"],
                                stdout=subprocess.PIPE, text=True)
               for place, kind in zip(attackers, kinds)]
    host = places[0].node("Ann", "host", "suspicion", "--autoplay", "--seats", "3", "-v", "--port", "4100")
    time.sleep(3)
    bots = [place.node("Bot%d" % i, "bot", "Ann's table", "--for", "60")
            for i, place in enumerate(places[1:], 1)]
    host.says("Fingerprint: ", patience=120)
    memory = host.memory()
    report = all_fair(hub, [host, *bots])
    played = host.says("Fingerprint: ")[0] - host.says("^Step 1:")[0]
    figure("a step alone, and among strangers",
           "%.0f ms, %.0f ms" % (alone, played / report["steps"] * 1000))
    figure("the host's memory alone, and among strangers", "%.0f MB, %.0f MB" % (quiet, memory))
    assert memory < quiet + 64, "memory grows"
    host.says("malformed frame; closing its connection")
    for process in running:
        figure("stranger", process.communicate()[0].strip())


@scenario
def the_doctor_knows_a_good_network(hub):
    """Two nodes that see each other: nothing to act on but what is true of namespaces."""
    places = [hub.place(v6=True) for _ in range(2)]
    places[1].node("Bob", "host", "suspicion", "--plain", out=False)
    doctor = places[0].run(hub.nodealer, "doctor", "--json", "--for", "2")
    report = json.loads(doctor.stdout)
    assert doctor.returncode == 0, report
    assert report["interfaces"][0]["neighbours"] == [places[1].ip], report


@scenario
def no_network_is_said(hub):
    """A machine without any network: `host` says who can join, `doctor` what to do."""
    place = hub.place(v4=False)
    place.pull()
    host = place.node("Ann", "host", "suspicion", "--plain", out=False)
    host.says("This machine is on no network")
    doctor = place.run(hub.nodealer, "doctor", "--for", "0")
    assert doctor.returncode == 3 and "no network" in doctor.stdout, doctor.stdout


@scenario
def a_full_disk_is_said(hub):
    """The journal cannot be written any more: nothing is sent, and the person is told what to do."""
    places = [hub.place() for _ in range(3)]
    small = os.path.join(hub.folder, "Bot2")
    os.makedirs(small)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=True)
    try:
        nodes = table(hub, places)
        # It answers nobody any more, so it does not wait for those who have not seen the end.
        nodes[2].ends(status=2, patience=28)
        nodes[2].says("The journal cannot be used: .*No space left")
    finally:
        for node in hub.nodes:
            node.kill()
        subprocess.run(["umount", small], check=True)


def main():
    nodealer, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    reason = missing()
    if reason:
        print("SKIPPED: matches in network namespaces, since %s" % reason)
        return 0
    failed, skipped = [], []
    for run in SCENARIOS:
        if wanted and run.__name__ not in wanted:
            continue
        began = time.monotonic()
        print("  %s …" % run.__name__.replace("_", " "), flush=True)
        try:
            with Hub(nodealer, run.__name__) as hub:
                run(hub)
            print("    ok, %s" % seconds(time.monotonic() - began), flush=True)
        except AssertionError as error:
            print("    FAILED: %s" % error, flush=True)
            failed.append(run.__name__)
        except Skipped as why:
            print("    SKIPPED: %s" % why, flush=True)
            skipped.append(run.__name__)
    for what, names in ("failed", failed), ("skipped", skipped):
        print("%d %s%s" % (len(names), what, ": " + ", ".join(names) if names else ""))
    return 1 if failed else 0


sys.exit(main())
