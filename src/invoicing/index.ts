export { customFieldRoutes } from './http/custom-field-routes.ts'
export { invoicingErrors } from './http/error-shape.ts'
export { settingsRoutes } from './http/settings-routes.ts'
export { listViolations, type Violation } from './violation-store.ts'
