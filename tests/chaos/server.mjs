import { execFileSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

import { launch, now, sleep } from "./processes.mjs";

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function findBinaries() {
  const folders = [];
  try {
    folders.push(execFileSync("pg_config", ["--bindir"], { stdio: ["ignore", "pipe", "ignore"] }).toString().trim());
  } catch {}
  try {
    const versions = fs.readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
    folders.push(...versions.map((version) => `/usr/lib/postgresql/${version}/bin`));
  } catch {}
  folders.push("/usr/local/pgsql/bin", "/usr/bin");
  const found = folders.find((folder) => fs.existsSync(`${folder}/initdb`) && fs.existsSync(`${folder}/postgres`));
  if (!found) throw new Error("PostgreSQL's server programs were not found; apt install postgresql");
  return found;
}

function accountId(name, option) {
  try {
    return Number(execFileSync("id", [option, name], { stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return undefined;
  }
}

/** PostgreSQL and pgbouncer refuse to run as root. @returns undefined where no step down is needed. */
function serverAccount() {
  if (process.getuid() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const uid = accountId(name, "-u");
    if (uid) return { name, uid, gid: accountId(name, "-g") };
  }
  throw new Error("no account to run PostgreSQL as: root may not, and there is neither postgres nor nobody");
}

/** A private PostgreSQL, and a pgbouncer in front of it; on loopback, with a password made for the run. */
export class Server {
  constructor(folder) {
    this.folder = folder;
    this.account = serverAccount();
    this.binaries = findBinaries();
    this.user = "chaos_admin";
    this.workerUser = "chaos"; // faults set time limits on this role
    this.database = "chaos";
    this.password = crypto.randomBytes(16).toString("hex");
    this.log = path.join(folder, "postgresql.log");
    this.data = path.join(folder, "cluster", "data");
  }

  #own(...paths) {
    if (this.account) for (const one of paths) fs.chownSync(one, this.account.uid, this.account.gid);
  }

  async create() {
    const cluster = path.join(this.folder, "cluster");
    fs.mkdirSync(cluster, { recursive: true });
    this.passwordFile = path.join(cluster, "password");
    fs.writeFileSync(this.passwordFile, this.password + "\n", { mode: 0o600 });
    fs.writeFileSync(this.log, "");
    this.#own(cluster, this.passwordFile, this.log);
    this.ports = [await freePort(), await freePort()]; // the second one for a standby
    this.port = this.ports[0];
    const init = launch(
      `${this.binaries}/initdb`,
      ["-D", this.data, "-U", this.user, "--auth=scram-sha-256", `--pwfile=${this.passwordFile}`, "-E", "UTF8",
        "--locale=C", "--no-sync"],
      { account: this.account, log: path.join(this.folder, "initdb.log") },
    );
    if ((await init.ended).code !== 0) throw new Error(`initdb failed, see ${this.folder}/initdb.log`);
    fs.appendFileSync(
      path.join(this.data, "postgresql.conf"),
      // fsync protects from a crash of the machine, which is not among the faults; what the server acknowledged is
      // written, so its own crash loses nothing.
      `\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n` +
        "fsync = off\nfull_page_writes = off\nmax_connections = 200\njit = off\nshared_buffers = 64MB\n" +
        "max_wal_size = 128MB\nmin_wal_size = 32MB\nautovacuum_naptime = 5s\n" +
        "log_line_prefix = '%m [%p] %a: '\n",
    );
  }

  /** Resolves when it accepts connections. */
  async start() {
    this.process = await this.#launch(this.data, this.port);
  }

  async #launch(data, port) {
    for (let attempt = 0; ; attempt++) {
      const server = launch(`${this.binaries}/postgres`, ["-D", data, "-p", String(port)], { account: this.account, log: this.log });
      const deadline = Date.now() + 60_000;
      while (Date.now() < deadline && !server.exit) {
        if (await this.#ask("select 1", port)) return server;
        await sleep(50);
      }
      // Backends of a killed postmaster may hold its shared memory for a moment.
      if (attempt === 20) throw new Error(`PostgreSQL does not start, see ${this.log}`);
      await server.kill();
      await sleep(250);
    }
  }

  /** @returns the rows, or undefined where it cannot be asked. */
  async #ask(statement, port) {
    const client = new this.pg.Client({ ...this.adminOptions(), port, database: "postgres", connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } catch {
      return undefined;
    } finally {
      client.end().catch(() => {});
    }
  }

  /**
   * A standby is made and catches up; the primary dies, and after `seconds` the standby is promoted, on the
   * other port. Commits wait for the standby before, so nothing that was acknowledged is lost.
   */
  async promoteStandby(seconds) {
    const [oldData, oldPort] = [this.data, this.port];
    const data = path.join(this.folder, "cluster", path.basename(oldData) === "data" ? "data2" : "data");
    const port = this.ports.find((other) => other !== oldPort);
    const copy = launch(`${this.binaries}/pg_basebackup`,
      ["-h", "127.0.0.1", "-p", String(oldPort), "-U", this.user, "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync"],
      { account: this.account, log: this.log, env: { PGPASSWORD: this.password } });
    if ((await copy.ended).code !== 0) throw new Error(`pg_basebackup failed, see ${this.log}`);
    const standby = await this.#launch(data, port);
    await this.#ask("alter system set synchronous_standby_names = '*'", oldPort);
    await this.#ask("select pg_reload_conf()", oldPort);
    const isSafe = "select from pg_stat_replication where sync_state in ('sync', 'quorum') and replay_lag < interval '1 second' or replay_lag is null and sync_state = 'sync'";
    for (let i = 0; !(await this.#ask(isSafe, oldPort))?.length; i++) {
      if (i === 100) {
        await this.#ask("alter system reset synchronous_standby_names", oldPort);
        await this.#ask("select pg_reload_conf()", oldPort);
        await standby.kill();
        fs.rmSync(data, { recursive: true, force: true });
        throw new Error("the standby does not catch up");
      }
      await sleep(100);
    }
    await sleep(500); // until all sessions wait for it
    const from = now();
    await this.stopImmediately();
    await sleep(seconds * 1000);
    while (!(await this.#ask("select pg_promote()", port))) await sleep(100);
    Object.assign(this, { process: standby, port, data });
    fs.rmSync(oldData, { recursive: true, force: true });
    if (this.pooler) await this.restartPooler(0);
    return from;
  }

  get isRunning() {
    return this.process && !this.process.exit;
  }

  adminOptions() {
    return { host: "127.0.0.1", port: this.port, user: this.user, password: this.password, database: this.database,
      application_name: "chaos-admin" };
  }
  /** Connected as the administrator. */
  async newClient(database = this.database) {
    const client = new this.pg.Client({ ...this.adminOptions(), database, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    await client.connect();
    return client;
  }
  /** For a worker, by way of `port`. The password is in the environment, not on command lines. */
  url(port = this.port) {
    return `postgresql://${this.workerUser}@127.0.0.1:${port}/${this.database}`;
  }
  /** The same for libpq, which finds the primary. */
  urlOfBoth() {
    const hosts = this.ports.map((port) => `127.0.0.1:${port}`).join(",");
    return `postgresql://${this.workerUser}@${hosts}/${this.database}?target_session_attrs=read-write`;
  }

  /** As a power cut of the server alone: no checkpoint, no clean shutdown. */
  async stopImmediately() {
    this.process.signal("SIGQUIT");
    await this.process.ended;
  }
  async stop() {
    if (!this.isRunning) return;
    this.process.signal("SIGINT"); // fast
    if (!(await Promise.race([this.process.ended, sleep(20_000)]))) await this.process.kill();
  }

  /** Kills pgbouncer and starts it again after this many seconds, for the current server. One after the other. */
  restartPooler(seconds) {
    this.poolerTurn = (this.poolerTurn ?? Promise.resolve()).then(async () => {
      await this.pooler.kill();
      await sleep(seconds * 1000);
      await this.startPooler();
    });
    return this.poolerTurn;
  }

  async startPooler() {
    const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(fs.existsSync);
    if (!program) return false;
    const folder = path.join(this.folder, "pooler");
    if (!fs.existsSync(folder)) {
      fs.mkdirSync(folder);
      this.poolerPort = await freePort();
      fs.writeFileSync(path.join(folder, "users.txt"),
        [this.workerUser, this.user].map((user) => `"${user}" "${this.password}"\n`).join(""), { mode: 0o600 });
    }
    fs.writeFileSync(path.join(folder, "pgbouncer.ini"),
      `[databases]\n* = host=127.0.0.1 port=${this.port}\n[pgbouncer]\npool_mode = transaction\n` +
        `auth_type = scram-sha-256\nauth_file = ${folder}/users.txt\nlisten_addr = 127.0.0.1\n` +
        `listen_port = ${this.poolerPort}\nunix_socket_dir =\ndefault_pool_size = 6\n` +
        "ignore_startup_parameters = extra_float_digits\nserver_login_retry = 1\n");
    this.#own(folder, `${folder}/users.txt`, `${folder}/pgbouncer.ini`);
    this.pooler = launch(program, [path.join(folder, "pgbouncer.ini")],
      { account: this.account, log: path.join(this.folder, "pgbouncer.log") });
    for (let i = 0; i < 100 && !this.pooler.exit; i++) {
      const socket = net.connect(this.poolerPort, "127.0.0.1");
      const isOpen = await new Promise((resolve) => {
        socket.once("connect", () => resolve(true));
        socket.once("error", () => resolve(false));
      });
      socket.destroy();
      if (isOpen) return true;
      await sleep(50);
    }
    throw new Error(`pgbouncer does not start, see ${this.folder}/pgbouncer.log`);
  }
}
