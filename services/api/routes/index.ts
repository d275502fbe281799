import type { RouteSpec } from '../contract/route-spec.ts'
import { calculate } from './calculate.ts'
import { categories } from './categories.ts'
import { health } from './health.ts'
import { livez, readyz } from './liveness.ts'
import { sources } from './sources.ts'
import { states } from './states.ts'
import { tariffs } from './tariffs.ts'

/** Every route of the API. */
export const ROUTES: readonly RouteSpec[] = [health, states, categories, tariffs, sources, calculate, livez, readyz]
