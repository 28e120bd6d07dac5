import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { isAnotherUser, userAtOtherEnd } from "./own-peers";

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0C1C 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 1 1
   1: 0100007F:9C40 0100007F:0C1C 01 00000000:00000000 00:00000000 00000000  1001        0 2 1
`;
const SIX = `   0: 00000000000000000000000001000000:9C40 00000000000000000000000001000000:0C1C 01 0:0 00:0 0  1002  0 2 1
   1: 0000000000000000FFFF00000100007F:9C40 0000000000000000FFFF00000100007F:0C1C 01 0:0 00:0 0  1003  0 2 1
`;
const ends = (address: string) => ({
  ...{ localAddress: address, localPort: 3100, remoteAddress: address, remotePort: 40_000 },
});

test("who holds the other end is told by the kernel's table", () => {
  expect(userAtOtherEnd(ends("127.0.0.1"), () => TABLE)).toBe(1001);
  expect(userAtOtherEnd(ends("::1"), () => SIX)).toBe(1002);
  expect(userAtOtherEnd(ends("::ffff:127.0.0.1"), () => SIX)).toBe(1003);
  expect(userAtOtherEnd(ends("10.0.0.1"), () => TABLE)).toBeUndefined();
  expect(userAtOtherEnd(ends("127.0.0.1"), () => "")).toBeUndefined();
});

test("a connection of our own is ours, by either kind of address", async () => {
  for (const address of ["127.0.0.1", "::1"]) {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, address, done));
    const { port } = server.address() as { port: number };
    const arrived = new Promise<Socket>((done) => server.once("connection", done));
    const caller = connect(port, address);
    const socket = await arrived;
    if (process.platform === "linux") expect(userAtOtherEnd(socket)).toBe(process.getuid?.());
    expect(isAnotherUser(socket)).toBe(false);
    caller.destroy();
    socket.destroy();
    server.close();
  }
});
