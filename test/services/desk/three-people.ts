import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import type { ActSignature } from '../../../releases/proof/format/act.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { DeskPerson } from '../../support/desk.ts'
import { inventedFolder } from '../../support/invented-definition.ts'
import type { TestPipeline } from '../../support/pipeline.ts'

type Cli = (...args: string[]) => Promise<void>

/**
 * Two definitions of an invented order in a home: one is correct, the other has a figure that the order does not print.
 */
export async function orders(home: string, cli: Cli): Promise<void> {
  await inventedFolder(home, 'covered', cli)
  await replaceIn(join(await inventedFolder(home, 'wrong', cli), 'figures.csv'), '470.00', '480.00')
}

/** The folder of a third definition of the order, with another title. */
export async function laterOrder(home: string, cli: Cli): Promise<string> {
  const folder = await inventedFolder(home, 'later', cli)
  await replaceIn(join(folder, 'sources.yaml'), 'title: Order on retail supply', 'title: Order on')
  return folder
}

/** Changes a file of a definition. Throws if it does not have the text. */
export async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(file, text.replace(from, to))
}

/** Three people at a desk, each with a separate browser and passkey. */
export const peopleAt = async (origin: string): Promise<DeskPerson[]> => [
  await DeskPerson.at(origin, 'chitra'),
  await DeskPerson.at(origin, 'devi'),
  await DeskPerson.at(origin, 'esha'),
]

/** Challenge signed by a passkey, from a signature in the log: base64url, as browsers write it. */
export function challengeOf(signature: ActSignature | undefined): string {
  if (signature?.algorithm !== 'webauthn-es256') throw new Error('not signed by a passkey')
  return JSON.parse(Buffer.from(signature.client_data_json, 'base64').toString('utf8')).challenge
}

/** A release as served by the newest signed state; undefined if it is not. */
export async function servedAt(
  { pool, foundation }: TestPipeline,
  id: string,
): Promise<ServingState['serving'][number] | undefined> {
  const { state } = await newestState(pool, foundation)
  return state?.serving.serving.find(({ release_id }) => release_id === id)
}
