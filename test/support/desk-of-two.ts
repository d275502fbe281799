import { type Authenticator, testAuthenticator } from './authenticator.ts'
import { type TestDesk, testDesk } from './desk.ts'
import { DeskClient, enrolPasskey } from './desk-client.ts'
import { type TestPipeline, testPipeline } from './pipeline.ts'

/** An act that needs only its signature. */
export const REVOKE = { kind: 'revoke', person: 'bashir', reason: 'a test' }

/** A running desk, two people who have passkeys, and clients for it. */
export type DeskOfTwo = {
  readonly pipeline: TestPipeline
  readonly desk: TestDesk
  readonly chitra: Authenticator
  readonly devi: Authenticator
  client(): DeskClient
  signedIn(who: Authenticator): Promise<DeskClient>
  close(): Promise<void>
}

/** `now`: of the desk. */
export async function deskOfTwo(now = () => new Date()): Promise<DeskOfTwo> {
  await using opening = new AsyncDisposableStack()
  const pipeline = await testPipeline()
  opening.defer(() => pipeline.close())
  await pipeline.work()
  const desk = await testDesk(pipeline, now)
  opening.defer(() => desk.stop())
  const at = { rpId: 'localhost', origin: desk.origin }
  const [chitra, devi] = [testAuthenticator('chitra', at), testAuthenticator('devi', at)]
  for (const one of [chitra, devi]) await enrolPasskey(pipeline, one)
  const opened = opening.move()
  return {
    ...{ pipeline, desk, chitra, devi },
    client: () => new DeskClient(desk.origin),
    signedIn: (who) => DeskClient.signedIn(desk.origin, who),
    close: () => opened.disposeAsync(),
  }
}
