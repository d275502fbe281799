import type { Queryable, RecordedEvent } from '../event-log/event.ts'
import { type EventType, type Payload, parseEvent } from '../lifecycle/events.ts'

/** Where a projection writes: the live read model, or the one a rebuild makes beside it. */
export type Schema = 'read' | 'read_next'

/** An event of one type as a projection gets it: payload parsed, and the columns around it. */
export type Projected<T extends EventType> = Omit<RecordedEvent, 'payload' | 'type'> & {
  readonly type: T
  readonly payload: Payload<T>
}

type Handler<T extends EventType> = (db: Queryable, schema: Schema, event: Projected<T>) => Promise<void>

/** One projection: what it does for each event type it knows. Handlers must not depend on anything but log and tables. */
export type Projection = { readonly [T in EventType]?: Handler<T> }

/** A stored event with its payload in the shape of its type; throws for one that is not ours. */
export function parsedEvent(event: RecordedEvent): Projected<EventType> {
  return { ...event, ...parseEvent(event.type, event.payload) } as Projected<EventType>
}

/** Runs an event through a projection; types it does not know pass by. */
export async function project(
  projection: Projection,
  db: Queryable,
  schema: Schema,
  event: Projected<EventType>,
): Promise<void> {
  const handler = projection[event.type] as Handler<EventType> | undefined
  if (handler !== undefined) await handler(db, schema, event)
}
