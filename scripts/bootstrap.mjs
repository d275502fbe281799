// Runs one of our TypeScript files on the Node pinned in package.json, installing the dependencies first if need be:
//   node scripts/bootstrap.mjs [node flags…] <file.ts> [args…]
// Runs on Node 20 with nothing installed, so it imports Node's own modules alone. Writes nothing on stdout, which
// belongs to the program it starts.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithAncestors, generationsToNpm } from './ancestors.mjs'
import { ensureInstalled } from './install.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
// On Ctrl-C both the terminal and npm send SIGINT; the program below must see one request, not a second, harder one.
const ONE_REQUEST_MS = 1000

// Half of the start time is reading and compiling our files; Node caches the result here, by content hash.
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url))

// glibc keeps the memory that a thread freed for that thread; with one arena any thread can reuse it. It also raises by itself the
// size from which a block gets pages of its own, which go back to the system when it is freed; a given size stays.
const GLIBC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' }

const given = process.argv.slice(2)
const isProgram = (argument) => !argument.startsWith('--')
if (!given.some(isProgram)) {
  process.stderr.write('usage: node scripts/bootstrap.mjs [node flags…] <file.ts> [args…]\n')
  process.exit(2)
}

const installed = await ensureInstalled(ROOT)
if (!installed.ok) {
  process.stderr.write(`pramaan: ${installed.reason}\n`)
  process.exit(1)
}
// npm cannot pass a SIGKILL on, and passes a SIGTERM only to the shell between it and us.
if (process.env.npm_execpath) endWithAncestors(generationsToNpm())
run(installed.node)

/** A separate process group, so that Ctrl-C in the terminal reaches the program only through us, and once. */
function run(node) {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT]
  const env = { NODE_COMPILE_CACHE: COMPILED, ...GLIBC, ...process.env }
  const program = spawn(node, [...flags, ...given], { stdio: 'inherit', detached: true, env })
  let lastMs = Number.NEGATIVE_INFINITY
  const forward = (signal) => {
    if (performance.now() - lastMs < ONE_REQUEST_MS) return
    lastMs = performance.now()
    program.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  program.once('error', (error) => {
    process.stderr.write(`pramaan: ${node} cannot be run: ${error.message}\n`)
    process.exit(1)
  })
  program.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const each of signals) process.off(each, forward)
    // A process that is asked to stop sends a last message; a killed one cannot.
    if (!signals.includes(signal)) process.stderr.write(`pramaan: ${given.find(isProgram)} was ended by ${signal}\n`)
    process.kill(process.pid, signal)
  })
}
