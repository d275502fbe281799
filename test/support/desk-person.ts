import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeskPerson, type TestDesk } from './desk.ts'
import { ASHA, BASHIR } from './people.ts'
import type { TestPipeline } from './pipeline.ts'

/** Somebody with a separate browser, enrolled by the first test people and signed in. */
export async function enrolledPerson(
  { home, cliAs }: TestPipeline,
  { origin }: TestDesk,
  name: string,
): Promise<DeskPerson> {
  const one = await DeskPerson.at(origin, name)
  const [request, proposal] = [join(home, `${name}-request`), join(home, `${name}-proposal`)]
  await writeFile(request, await one.asksToBeEnrolled())
  for (const [who, ...args] of [
    [ASHA, 'person', 'enrol', request, '--propose', proposal],
    [BASHIR, 'person', 'countersign', proposal],
  ] as const) {
    const { code, stdout, stderr } = await cliAs(who, ...args, '--json')
    if (code !== 0) throw new Error(stdout + stderr)
  }
  await one.signsIn()
  return one
}
