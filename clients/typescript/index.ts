export { type Api, type ApiOptions, type Asked, type Method, openApi, type PathsOf, PramaanError } from './api.ts'
export type { components, paths } from './contract.ts'
export {
  type CalculateAnswer,
  type Calculated,
  type CalculateRequest,
  type Failure,
  type Grade,
  openPublished,
  type Published,
  type PublishedOptions,
  type VerifyGiven,
  verify,
} from './published.ts'
