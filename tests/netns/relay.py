"""A wire that takes its time: two TAP devices, and every frame is passed on after a delay.

usage: relay.py NAME NAME SECONDS      (in the namespace where both are to be made)
"""

import collections
import fcntl
import os
import select
import struct
import subprocess
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000


def tap(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))
    return device


def main():
    names, delay = sys.argv[1:3], float(sys.argv[3])
    ends = [tap(name) for name in names]
    for name in names:
        subprocess.run(["ip", "link", "set", name, "up"], check=True)
    print("ready", flush=True)
    under_way = collections.deque()
    while True:
        wait = max(0, under_way[0][0] - time.monotonic()) if under_way else None
        readable, _, _ = select.select(ends, [], [], wait)
        now = time.monotonic()
        for end in readable:
            try:
                frame = os.read(end, 65536)
            except (BlockingIOError, OSError):
                continue
            under_way.append((now + delay, ends[1 - ends.index(end)], frame))
        while under_way and under_way[0][0] <= now:
            _, end, frame = under_way.popleft()
            try:
                os.write(end, frame)
            except OSError:
                pass  # A pulled cable loses frames.


main()
