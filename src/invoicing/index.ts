export { invoicingErrors } from './http/error-shape.ts'
export { invoiceListRoutes } from './http/invoice-list-routes.ts'
