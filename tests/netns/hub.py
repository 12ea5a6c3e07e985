"""A small network of namespaces: every node has its own namespace and address on one bridge.

The bridge lives in a namespace of its own too, so that nothing outside is touched. Needs root, `ip`
(iproute2) and `nft` (nftables).
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

PREFIX = "nd%d" % (os.getpid() % 10000)


def ip(*args, check=True):
    return subprocess.run(["ip", *args], check=check, capture_output=True, text=True)


def missing():
    """Why namespaces cannot be made here; None if they can."""
    for tool in ("ip", "nft"):
        if not shutil.which(tool):
            return "`%s` is not installed" % tool
    name = PREFIX + "try"
    made = ip("netns", "add", name, check=False)
    if made.returncode != 0:
        return "`ip netns add` fails: " + made.stderr.strip()
    try:
        veth = ip("-n", name, "link", "add", "name", "try0", "type", "veth", "peer", "name", "try1", check=False)
        if veth.returncode != 0:
            return "no veth pairs: " + veth.stderr.strip()
        bridge = ip("-n", name, "link", "add", "name", "try2", "type", "bridge", check=False)
        if bridge.returncode != 0:
            return "no bridges: " + bridge.stderr.strip()
    finally:
        ip("netns", "del", name, check=False)
    return None


class Hub:
    """A bridge, and places around it."""

    def __init__(self, nodealer, title):
        self.nodealer = nodealer
        self.title = title
        self.name = PREFIX + "hub"
        self.folder = tempfile.mkdtemp(prefix="nodealer-netns-")
        self.places = []
        self.nodes = []
        self.relays = []
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "add", "hub", "type", "bridge")
        ip("-n", self.name, "link", "set", "hub", "up")
        # One process that takes orders is faster than a new one for each.
        self.orders = subprocess.Popen(
            ["ip", "-n", self.name, "-force", "-batch", "-"],
            stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            for node in self.nodes:
                print("--- %s (status %s)\n%s" % (node.name, node.process.poll(), node.tail()))
        for node in self.nodes:
            node.kill()
        for relay in self.relays:
            relay.kill()
            relay.wait()
        self.orders.stdin.close()
        self.orders.wait()
        for place in self.places:
            ip("netns", "del", place.name, check=False)
        ip("netns", "del", self.name, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def order(self, line):
        self.orders.stdin.write(line + "\n")
        self.orders.stdin.flush()

    def place(self, v4=True, v6=False, delay=None):
        place = Place(self, len(self.places) + 1, v4, v6, delay)
        self.places.append(place)
        return place


class Place:
    """A namespace with an address on the bridge."""

    def __init__(self, hub, number, v4, v6, delay):
        self.hub = hub
        self.name = "%sn%d" % (PREFIX, number)
        self.port = "p%d" % number
        self.ip = "10.77.0.%d" % number
        self.ip6 = "fd77::%d" % number
        ip("netns", "add", self.name)
        if delay is None:
            ip("-n", hub.name, "link", "add", self.port, "type", "veth",
               "peer", "name", "eth0", "netns", self.name)
        else:
            self.relay(delay)
        ip("-n", hub.name, "link", "set", self.port, "master", "hub", "up")
        ip("-n", self.name, "link", "set", "lo", "up")
        ip("-n", self.name, "link", "set", "eth0", "up")
        if v4:
            ip("-n", self.name, "addr", "add", self.ip + "/24", "dev", "eth0")
        if v6:
            ip("-n", self.name, "addr", "add", self.ip6 + "/64", "dev", "eth0", "nodad")
        # A route for multicast even where there is no default one.
        ip("-n", self.name, "route", "add", "224.0.0.0/4", "dev", "eth0", check=False)
        self.rules = False

    def relay(self, delay):
        """A wire that takes its time, in place of the veth pair."""
        here = os.path.dirname(os.path.abspath(__file__))
        relay = subprocess.Popen(
            ["ip", "netns", "exec", self.hub.name, "python3", os.path.join(here, "relay.py"),
             self.port, "t" + self.port, str(delay)],
            stdout=subprocess.PIPE, text=True)
        self.hub.relays.append(relay)
        assert relay.stdout.readline() == "ready\n"
        ip("-n", self.hub.name, "link", "set", "t" + self.port, "netns", self.name)
        ip("-n", self.name, "link", "set", "t" + self.port, "name", "eth0")

    def pull(self):
        """Pulls the cable."""
        self.hub.order("link set %s down" % self.port)

    def plug(self):
        self.hub.order("link set %s up" % self.port)

    def nft(self, *rules):
        """Drops what these rules match, on the way in."""
        def run(text):
            subprocess.run(["ip", "netns", "exec", self.name, "nft", "-f", "-"],
                           input=text, check=True, text=True)
        if not self.rules:
            run("add table inet t\nadd chain inet t i { type filter hook input priority 0; }\n"
                "add chain inet t o { type filter hook output priority 0; }")
            self.rules = True
        run("".join("add rule inet t %s drop\n" % rule for rule in rules))

    def unblock(self):
        subprocess.run(["ip", "netns", "exec", self.name, "nft", "flush", "ruleset"], check=True)
        self.rules = False

    def loses(self, percent):
        self.nft("i numgen random mod 100 < %d" % percent)

    def deaf_to(self, other):
        """No packet passes between the two, whoever sends it."""
        self.nft("i ip saddr %s" % other.ip, "o ip daddr %s" % other.ip)

    def without_multicast(self):
        self.nft("i ip daddr 224.0.0.0/4", "o ip daddr 224.0.0.0/4", "i udp dport 5353")

    def moves_to(self, address):
        """Gives up the address for another."""
        ip("-n", self.name, "addr", "del", self.ip + "/24", "dev", "eth0")
        ip("-n", self.name, "addr", "add", address + "/24", "dev", "eth0")
        ip("-n", self.name, "route", "add", "224.0.0.0/4", "dev", "eth0", check=False)
        self.ip = address

    def run(self, *command, **more):
        """A command in this namespace, to its end."""
        return subprocess.run(["ip", "netns", "exec", self.name, *command],
                              capture_output=True, text=True, **more)

    def node(self, name, *args, out=True):
        node = Node(self, name, args, out)
        self.hub.nodes.append(node)
        return node


class Node:
    """A nodealer in a process of its own."""

    def __init__(self, place, name, args, out):
        hub = place.hub
        self.name = name
        self.place = place
        self.transcript = os.path.join(hub.folder, name + ".nodealer")
        self.lines = []
        self.came = threading.Condition()
        command = ["ip", "netns", "exec", place.name, hub.nodealer, *args, "--name", name,
                   "--data-dir", os.path.join(hub.folder, name)]
        if out:
            command += ["--out", self.transcript]
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.came:
                self.lines.append((time.monotonic(), line.rstrip("\n")))
                self.came.notify_all()

    def types(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def says(self, pattern, patience=60, count=1):
        """Waits for lines that match; returns when the last of them came, and its match."""
        until = time.monotonic() + patience
        with self.came:
            while True:
                found = [(at, m) for at, line in self.lines for m in [re.search(pattern, line)] if m]
                if len(found) >= count:
                    return found[count - 1]
                left = until - time.monotonic()
                if left <= 0:
                    raise AssertionError("%s never says %r" % (self.name, pattern))
                self.came.wait(left)

    def said(self, pattern):
        with self.came:
            return any(re.search(pattern, line) for _, line in self.lines)

    def address(self):
        return self.says(r"Address: ([^,]+)")[1].group(1)

    def ends(self, status=0, patience=180):
        try:
            code = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise AssertionError("%s does not end" % self.name) from None
        if status is not None and code != status:
            raise AssertionError("%s ends with %s, not %s" % (self.name, code, status))

    def kill(self):
        if self.process.poll() is None:
            # `ip netns exec` becomes the command itself: this is its process.
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def tail(self):
        with self.came:
            return "\n".join(line for _, line in self.lines[-15:])

    def memory(self):
        """The largest resident size so far, in MB."""
        with open("/proc/%d/status" % self.process.pid) as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
