import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../services/platform/free-port.ts'
import { ofOurs, ROOT, runProgram } from '../../support/child.ts'
import { DeskClient } from '../../support/desk-client.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** `npm run desk`, as a separate process. */

const MAIN = 'services/desk/main.ts'
let pipeline: TestPipeline

beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

describe('the desk as a process', () => {
  test('prints its address, listens only on the loopback interface, and stops on request', async () => {
    const port = await freePort('localhost')
    const { command, args, env } = ofOurs(MAIN, [], {
      ...pipeline.environment,
      DESK_PORT: String(port),
      LOG_LEVEL: 'error',
    })
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
    expect(said).toBe(`the desk is at http://localhost:${port}\n`)

    const client = new DeskClient(`http://localhost:${port}`)
    const page = await client.get('/sign-in')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)
    if (outside !== undefined)
      await expect(fetch(`http://${outside.address}:${port}/sign-in`)).rejects.toThrow('fetch failed')

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })

  test.each([
    [{ DESK_PORT: '0' }, /DESK_PORT: 0 needs PRAMAAN_DESK_ORIGIN/],
    [{ PRAMAAN_DESK_ORIGIN: 'http://desk.example' }, /PRAMAAN_DESK_ORIGIN: "[^"]+" is not https/],
    [{ PRAMAAN_DESK_ORIGIN: 'https://desk.example/path' }, /PRAMAAN_DESK_ORIGIN: "[^"]+" is not https/],
    [{ DATABASE_URL: '' }, /no service is running for/],
  ])('is refused, with what to do: %o', async (settings, reason) => {
    const ended = await runProgram(MAIN, { ...pipeline.environment, DESK_PORT: '1', ...settings })
    expect({ code: ended.code, out: ended.stdout }).toEqual({ code: 1, out: '' })
    expect(ended.stderr).toMatch(reason)
  })

  test('is refused by the database, with the setting and what to do', async () => {
    const url = Object.assign(new URL(pipeline.database.pipelineUrl), { password: 'hidden' }).href
    const ended = await runProgram(MAIN, { ...pipeline.environment, DESK_PORT: '1', PIPELINE_DATABASE_URL: url })
    expect({ code: ended.code, out: ended.stdout }).toEqual({ code: 1, out: '' })
    expect(ended.stderr).toMatch(/PIPELINE_DATABASE_URL: .*: correct user or password/)
    expect(ended.stderr).not.toContain('hidden')
  })
})
