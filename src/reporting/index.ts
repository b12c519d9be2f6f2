export { definitionRoutes } from './http/definition-routes.ts'
export { dtdRoutes } from './http/dtd-routes.ts'
export { reportingErrors } from './http/error-shape.ts'
export { ReportingFailure } from './http/refusal-contract.ts'
