import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'
import { nodeBinary } from '../../services/platform/node-process.ts'
import { PATIENCE } from '../support/patience.ts'
import { runsOf } from '../support/tier.ts'

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url))

let root: string

// A project whose only dependency is a local package "node", so that npm ci needs no network. Its install script
// records each installation.
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pramaan-bootstrap-'))
  await mkdir(join(root, 'node-package'))
  await cp(SCRIPTS, join(root, 'scripts'), { recursive: true })
  const files = {
    'package.json': JSON.stringify({
      name: 'probe',
      version: '1.0.0',
      type: 'module',
      scripts: { install: 'echo installed >> installations' },
      dependencies: { node: 'file:node-package' },
    }),
    'package-lock.json': JSON.stringify({
      name: 'probe',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'probe', version: '1.0.0', hasInstallScript: true, dependencies: { node: 'file:node-package' } },
        'node-package': { name: 'node', version: '24.0.0', bin: { node: 'node' } },
        'node_modules/node': { resolved: 'node-package', link: true },
      },
    }),
    'node-package/package.json': JSON.stringify({ name: 'node', version: '24.0.0', bin: { node: 'node' } }),
    'node-package/node': `#!/bin/sh\nexec "${nodeBinary()}" "$@"\n`,
    'program.ts': `
      const [what]: string[] = process.argv.slice(2)
      if (what === 'arguments') console.log(JSON.stringify(process.argv.slice(2)))
      if (what === 'flags') console.log(process.title)
      if (what === 'code') process.exitCode = 5
      if (what === 'die') process.kill(process.pid, 'SIGKILL')
      if (what === 'stay') {
        let requests = 0
        process.on('SIGINT', () => console.log(\`SIGINT \${(requests += 1)}\`))
        process.on('SIGTERM', () => process.exit(7))
        setInterval(() => {}, 1000)
        console.log(process.pid)
      }`,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
  await chmod(join(root, 'node-package', 'node'), 0o755)
})

afterEach(() => rm(root, { recursive: true }))

function bootstrap(...args: string[]): ChildProcess {
  const script = join(root, 'scripts', 'bootstrap.mjs')
  return spawn(process.execPath, [script, join(root, 'program.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

async function outcomeOf(child: ChildProcess) {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code, signal }
}

const installations = async () => (await readFile(join(root, 'installations'), 'utf8')).trim().split('\n').length

test('the first start installs, the next does not, and stdout is the program’s alone', async () => {
  const first = await outcomeOf(bootstrap('arguments', '--json', 'a b'))
  const second = await outcomeOf(bootstrap('arguments'))

  expect(first).toMatchObject({ code: 0, stdout: '["arguments","--json","a b"]\n' })
  expect(first.stderr).toContain('installing')
  expect(second).toMatchObject({ code: 0, stdout: '["arguments"]\n', stderr: '' })
  expect(await installations()).toBe(1)
})

test('starts at the same time install once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcomeOf(bootstrap('arguments'))))

  expect(outcomes.map(({ code, stderr }) => (code === 0 ? 'ended well' : stderr))).toEqual(Array(4).fill('ended well'))
  expect(await installations()).toBe(1)
  expect(await readdir(join(root, '.pramaan'))).toEqual([])
})

/** Takes the lock whenever it can, and gives it back at once. */
const COMPETITOR = `
  const { mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs')
  const { parentPort, workerData: path } = require('node:worker_threads')
  parentPort.postMessage('ready')
  for (let round = 0; ; round += 1) {
    mkdirSync(path + '.theirs', { recursive: true })
    writeFileSync(path + '.theirs/pid', String(process.pid))
    try {
      renameSync(path + '.theirs', path)
      renameSync(path, path + '.aside')
    } catch {}
    rmSync(path + '.aside', { recursive: true, force: true })
  }`

test('a lock that another process waits for is released in one step', async () => {
  const { takeLock } = await import(join(SCRIPTS, 'install-lock.mjs'))
  const path = join(root, 'lock')
  const competitor = new Worker(COMPETITOR, { eval: true, workerData: path })
  await once(competitor, 'message')
  for (let round = 0; round < runsOf({ normal: 500, nightly: 10_000 }); round += 1)
    (await takeLock(path, () => {})).release()
  await competitor.terminate()
})

test('a changed lock file is installed, and the lock of a killed installation does not stand in the way', async () => {
  await outcomeOf(bootstrap('arguments'))
  const lockFile = join(root, 'package-lock.json')
  await writeFile(lockFile, `${await readFile(lockFile, 'utf8')}\n`)
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  await mkdir(join(root, '.pramaan', 'install.lock'), { recursive: true })
  await writeFile(join(root, '.pramaan', 'install.lock', 'pid'), String(dead.pid))

  expect(await outcomeOf(bootstrap('arguments'))).toMatchObject({ code: 0 })
  expect(await installations()).toBe(2)
})

test('a Node that was removed is installed again', async () => {
  await outcomeOf(bootstrap('arguments'))
  await rm(join(root, 'node_modules', '.bin', 'node'))

  expect(await outcomeOf(bootstrap('arguments'))).toMatchObject({ code: 0 })
  expect(await installations()).toBe(2)
})

test('flags before the file are passed to Node', async () => {
  const script = join(root, 'scripts', 'bootstrap.mjs')
  const flags = ['--title=probe']
  const child = spawn(process.execPath, [script, ...flags, join(root, 'program.ts'), 'flags'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  expect(await outcomeOf(child)).toMatchObject({ code: 0, stdout: 'probe\n' })
})

test('a failed installation is reported, and nothing is run', async () => {
  await writeFile(join(root, 'package-lock.json'), '{}')

  const outcome = await outcomeOf(bootstrap('arguments'))
  expect(outcome).toMatchObject({ code: 1, stdout: '' })
  expect(outcome.stderr).toContain('npm ci ended with code 1')
})

test('it ends as the program ends: with its code, or by its signal', async () => {
  expect(await outcomeOf(bootstrap('code'))).toMatchObject({ code: 5, signal: null })
  expect(await outcomeOf(bootstrap('die'))).toMatchObject({ code: null, signal: 'SIGKILL' })
})

test('a request to end that comes twice at once, as on Ctrl-C under npm, reaches the program once', async () => {
  const child = bootstrap('stay')
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  await vi.waitUntil(() => said.includes('\n'), PATIENCE)
  child.kill('SIGINT')
  child.kill('SIGINT')
  await vi.waitUntil(() => said.includes('SIGINT'), PATIENCE)
  const ended = once(child, 'exit')
  process.kill(Number(said.split('\n')[0]), 'SIGTERM')

  expect(await ended).toEqual([7, null])
  expect(said).not.toContain('SIGINT 2')
})

test('a program whose bootstrap is killed by SIGKILL ends too', async () => {
  const child = bootstrap('stay')
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  await vi.waitUntil(() => said.includes('\n'), PATIENCE)
  child.kill('SIGKILL')

  await vi.waitUntil(() => processInfo(Number(said)) === null, PATIENCE)
})

test('a program ends when npm is killed by SIGKILL, though a shell stands between npm and its bootstrap', async () => {
  const started = `"${process.execPath}" "${join(root, 'scripts', 'bootstrap.mjs')}" "${join(root, 'program.ts')}" stay`
  const npm = `require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })`
  const command = `npm_execpath=npm ${started}; true`
  const child = spawn(process.execPath, ['-e', npm, command], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await vi.waitUntil(() => said.includes('\n'), PATIENCE)
  child.kill('SIGKILL')

  await vi.waitUntil(() => processInfo(Number(said)) === null, PATIENCE)
})
