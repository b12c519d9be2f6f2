export { invoicingErrors } from './http/error-shape.ts'
