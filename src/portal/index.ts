export { portalRoutes } from './routes.ts'
export { viewsHolder } from './views/views-holder.ts'
