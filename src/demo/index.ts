export { addDemoCommand } from './commands/demo.ts'
export { demoRoutes } from './routes.ts'
