export { customFieldRoutes } from './http/custom-field-routes.ts'
export { invoicingErrors } from './http/error-shape.ts'
export { listViolations, type Violation } from './violation-store.ts'
