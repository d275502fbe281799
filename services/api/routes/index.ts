import type { Route } from '../route.ts'
import { calculate } from './calculate.ts'
import { calculations } from './calculations.ts'
import { capabilities } from './capabilities.ts'
import { categories } from './categories.ts'
import { categoryResolver } from './category-resolver.ts'
import { changes } from './changes.ts'
import { coverage } from './coverage.ts'
import { docs, docsFile } from './docs.ts'
import { documentPage } from './document-pages.ts'
import { fppasPeriods } from './fppas-periods.ts'
import { health } from './health.ts'
import { livez, readyz } from './liveness.ts'
import { llmsRoute } from './llms.ts'
import { openApiRoutes } from './openapi.ts'
import { releases } from './releases.ts'
import { rows } from './rows.ts'
import { solarSavings } from './solar-savings.ts'
import { sources } from './sources.ts'
import { states } from './states.ts'
import { subsidyEntitlement } from './subsidy-entitlement.ts'
import { tariffs } from './tariffs.ts'
import { trust } from './trust.ts'

/** Every route of the API, in the order of the documentation. */
export const ROUTES: readonly Route[] = [
  health,
  capabilities,
  releases,
  trust,
  changes,
  states,
  coverage,
  categories,
  tariffs,
  subsidyEntitlement,
  fppasPeriods,
  sources,
  rows,
  documentPage,
  calculate,
  calculations,
  solarSavings,
  categoryResolver,
  ...openApiRoutes(() => ROUTES),
  docs,
  docsFile,
  llmsRoute(() => ROUTES),
  livez,
  readyz,
]
