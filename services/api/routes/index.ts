import type { RouteSpec } from '../contract/route-spec.ts'
import { calculate } from './calculate.ts'
import { capabilities } from './capabilities.ts'
import { categories } from './categories.ts'
import { categoryResolver } from './category-resolver.ts'
import { docs, docsFile } from './docs.ts'
import { fppasPeriods } from './fppas-periods.ts'
import { health } from './health.ts'
import { livez, readyz } from './liveness.ts'
import { llms } from './llms.ts'
import { openApiRoute } from './openapi.ts'
import { releases } from './releases.ts'
import { solarSavings } from './solar-savings.ts'
import { sources } from './sources.ts'
import { states } from './states.ts'
import { subsidyEntitlement } from './subsidy-entitlement.ts'
import { tariffs } from './tariffs.ts'
import { trust } from './trust.ts'

const DESCRIBED: readonly RouteSpec[] = [
  health,
  capabilities,
  states,
  categories,
  tariffs,
  subsidyEntitlement,
  fppasPeriods,
  sources,
  calculate,
  solarSavings,
  categoryResolver,
  releases,
  trust,
  livez,
  readyz,
  docs,
  docsFile,
  llms,
]

/** Every route of the API. */
export const ROUTES: readonly RouteSpec[] = [...DESCRIBED, openApiRoute(DESCRIBED)]
