import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Reads a log with the packages of Go's checksum database (golang.org/x/mod/sumdb), an independent implementation. */

const PROGRAM = fileURLToPath(new URL('./read-log.go', import.meta.url))
/** Where Debian installs Go package sources. */
const SOURCES = '/usr/share/gocode'

export const GO_READER_ABSENT =
  spawnSync('go', ['version']).status !== 0 || !existsSync(join(SOURCES, 'src/golang.org/x/mod/sumdb/tlog'))
export const GO_READER_REASON =
  'go with golang.org/x/mod (Debian: golang-go, golang-golang-x-mod-dev) is not installed here'

/** The key of a log's checkpoints in the text form of signed notes: name, hash of the key, and the key after its type. */
function verifierKey(name: string, publicKey: Uint8Array): string {
  const typed = Buffer.concat([Buffer.from([1]), publicKey])
  const hash = createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8)
  return `${name}+${hash}+${typed.toString('base64')}`
}

type ReadLog = {
  readonly signer: string
  readonly size: number
  readonly root: string
  readonly entries: number
}

/**
 * Content of the log at an address as read by that reader, with every entry and every earlier tree proved; throws its
 * error.
 */
export async function readLog(address: string, name: string, publicKey: Uint8Array): Promise<ReadLog> {
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: SOURCES, GOCACHE: join(tmpdir(), 'pramaan-go-cache') }
  const child = spawn('go', ['run', PROGRAM, address, verifierKey(name, publicKey)], { env })
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (out === '') throw new Error(problem)
  return JSON.parse(out) as ReadLog
}
