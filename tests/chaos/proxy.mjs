import net from "node:net";

const deallocateAll = Buffer.from("Q\0\0\0\x13DEALLOCATE ALL\0", "latin1");
/** ReadyForQuery outside a transaction: the last bytes of an answer. */
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * A TCP proxy for one worker's connections, all on loopback. It can cut them, refuse new ones, hold
 * all bytes back as a broken network does, and make the server forget prepared statements as a pooler
 * does that swaps backends.
 */
export class Proxy {
  #server;
  #pairs = new Set();
  #refuses = false;
  #hangs = false;

  constructor(targetPort) {
    this.targetPort = targetPort;
    this.#server = net.createServer((client) => this.#join(client));
  }

  async listen() {
    await new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    this.port = this.#server.address().port;
    return this;
  }

  #join(client) {
    if (this.#refuses) return void client.resetAndDestroy();
    const server = net.connect(this.targetPort, "127.0.0.1");
    const pair = { client, server, tail: Buffer.alloc(0), held: null };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", end);
      socket.on("close", end);
    }
    client.on("data", (bytes) => {
      if (pair.held) return void pair.held.push(bytes);
      pair.tail = Buffer.alloc(0); // busy until the server says that it is ready
      if (!server.write(bytes)) client.pause();
    });
    server.on("drain", () => this.#hangs || client.resume());
    server.on("data", (bytes) => {
      pair.tail = bytes.length >= 6 ? bytes.subarray(-6) : Buffer.concat([pair.tail, bytes]).subarray(-6);
      if (pair.held) {
        if (!pair.tail.equals(idle)) return;
        const held = pair.held; // the answer to our own statement is complete, and is not forwarded
        pair.held = null;
        for (const part of held) server.write(part);
        return;
      }
      if (!client.write(bytes)) server.pause();
    });
    client.on("drain", () => this.#hangs || server.resume());
    if (this.#hangs) this.#pause(pair);
  }

  #pause(pair) {
    pair.client.pause();
    pair.server.pause();
  }

  get connections() {
    return this.#pairs.size;
  }

  /** Resets all connections; new ones are welcome. */
  cut() {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }
  refuse() {
    this.#refuses = true;
    this.cut();
  }
  hang() {
    this.#hangs = true;
    for (const pair of this.#pairs) this.#pause(pair);
  }
  /** Ends refuse() and hang(). */
  heal() {
    this.#refuses = this.#hangs = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }
  /** On all sessions that are idle at the moment. @returns how many. */
  forgetStatements() {
    let count = 0;
    for (const pair of this.#pairs) {
      if (this.#hangs || pair.held || !pair.tail.equals(idle)) continue;
      pair.held = [];
      pair.tail = Buffer.alloc(0);
      pair.server.write(deallocateAll);
      count++;
    }
    return count;
  }
  close() {
    this.#server.close();
    this.cut();
  }
}
