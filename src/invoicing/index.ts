export { invoicingErrors } from './http/error-shape.ts'
export { type SettingsRoutesDeps, settingsRoutes } from './http/settings-routes.ts'
