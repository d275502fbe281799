import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../services/platform/free-port.ts'
import { leash } from '../../support/child.ts'
import { removeHome, temporaryHome } from '../../support/temporary-home.ts'
import { ROOT } from './markdown.ts'
import { scriptOf } from './shell-session.ts'

const READY = 'Ctrl-C stops everything.'

export type StartedProgram = {
  readonly home: string
  readonly address: string
  readonly metricsAddress: string
  /** Its stdout until it was ready. */
  readonly said: string
  stop(): Promise<number | null>
}

/** The arguments after `exec` in `npm start`: what npm would run. */
export function startCommand(): readonly string[] {
  return scriptOf('start')
    .replace(/^exec /, '')
    .split(' ')
}

/** Starts what `npm start` starts, with a new home and free ports, and returns once it is ready. */
export async function startProgram(): Promise<StartedProgram> {
  const { home } = await temporaryHome()
  const [command = '', ...args] = startCommand()
  const metricsPort = await freePort()
  const program = spawn(command, [...leash(), ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PRAMAAN_HOME: home,
      PORT: '0',
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const said = await untilReady(program)
    const address = /ready in .* at (http:\S+)/.exec(said)?.[1]
    if (address === undefined) throw new Error(`it does not say where it is:\n${said}`)
    const stop = async (): Promise<number | null> => {
      const ended = once(program, 'close')
      program.kill('SIGTERM')
      const [code] = await ended
      await removeHome(home)
      return code
    }
    return { home, address, metricsAddress: `http://127.0.0.1:${metricsPort}`, said, stop }
  } catch (error) {
    program.kill('SIGTERM')
    throw error
  }
}

function untilReady(program: ChildProcess): Promise<string> {
  let said = ''
  let complained = ''
  return new Promise((resolve, reject) => {
    program.stderr?.on('data', (chunk) => {
      complained += chunk
    })
    program.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes(READY)) resolve(said)
    })
    program.once('error', reject)
    program.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${said}\n${complained}`)))
  })
}
