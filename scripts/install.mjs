import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from './install-lock.mjs'

/**
 * Installs node_modules from package-lock.json with `npm ci`, unless that is already done: known from a stamp with the
 * lock file's hash or, if somebody ran npm by hand, from npm's own record of its installation. Returns `{ok: true,
 * node}` with the path of the pinned Node, or `{ok: false, reason}`.
 */
export async function ensureInstalled(root) {
  const node = join(root, 'node_modules', '.bin', 'node')
  if (isInstalled(root, node)) return { ok: true, node }
  const lock = await takeLock(join(root, '.pramaan', 'install.lock'), () =>
    process.stderr.write('pramaan: waiting for another process that installs the dependencies\n'),
  )
  try {
    // The previous holder of the lock may have done the work. npm's record is only trusted under the lock: during an
    // installation it may exist, even partly, before the packages do.
    if (isInstalled(root, node)) return { ok: true, node }
    if (contentOf(stampOf(root)) === null && existsSync(node) && isAsNpmNoted(root)) {
      writeFileSync(stampOf(root), hashOfLock(root))
      return { ok: true, node }
    }
    process.stderr.write('pramaan: installing the dependencies of package-lock.json (npm ci), once\n')
    const failure = await npmCi(root)
    if (failure !== null) return { ok: false, reason: `npm ci ${failure}; its messages are above` }
    if (!existsSync(node))
      return { ok: false, reason: `npm ci did not bring ${node}; are install scripts switched off?` }
    writeFileSync(stampOf(root), hashOfLock(root))
    return { ok: true, node }
  } finally {
    lock.release()
  }
}

/** The stamp is written after an installation, and `npm ci` starts by removing it together with node_modules. */
function isInstalled(root, node) {
  return existsSync(node) && contentOf(stampOf(root)) === hashOfLock(root)
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

/** Optional packages include those for other platforms, so they may be missing. */
function isAsNpmNoted(root) {
  const noted = contentOf(join(root, 'node_modules', '.package-lock.json'))
  if (noted === null) return false
  const there = JSON.parse(noted).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (path in there ? there[path].version === version && there[path].integrity === integrity : optional === true),
  )
}

const stampOf = (root) => join(root, 'node_modules', '.pramaan-install')

const hashOfLock = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/**
 * Resolves to null on success, otherwise to the way it failed. npm's stdout goes to stderr, because stdout belongs to
 * our program.
 */
function npmCi(root) {
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env.npm_execpath
  const [command, args] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli, ...flags]] : ['npm', flags]
  return new Promise((resolve) => {
    const npm = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
    const end = (signal) => npm.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
    npm.once('error', (error) => resolve(`cannot be run: ${error.message}`))
    npm.once('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, end)
      resolve(code === 0 ? null : `ended ${signal ? `by ${signal}` : `with code ${code}`}`)
    })
  })
}
