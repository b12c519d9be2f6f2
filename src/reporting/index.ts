export { reportingErrors } from './http/error-shape.ts'
