import { expect, test } from 'vitest'
import { runProgram } from '../../support/child.ts'

/** No database: an argument that is not known does not start anything. */
test.each([
  ['services/standalone/migrate.ts', '--help', 0, 'stdout'],
  ['services/standalone/main.ts', '--port', 1, 'stderr'],
  ['services/worker/main.ts', '-h', 0, 'stdout'],
  ['services/desk/main.ts', 'now', 1, 'stderr'],
  ['services/api/main.ts', '--help', 0, 'stdout'],
] as const)('%s %s says what it takes', async (main, argument, code, stream) => {
  const ended = await runProgram(main, {}, [argument])
  expect(ended.code).toBe(code)
  expect(ended[stream]).toContain('Settings come from the environment')
})

test.each(['standalone', 'worker'])('%s shows what a terminal would obey, and does not send it', async (folder) => {
  const { stderr } = await runProgram(`services/${folder}/main.ts`, {}, ['\u001b[2K\u009b1A'])
  expect(stderr).toContain('unknown argument: \\u001b[2K\\u009b1A\n')
})
