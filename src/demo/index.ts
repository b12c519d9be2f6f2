export { clearDemo } from './clear-demo.ts'
export { type DemoPlan, demoProfileOf } from './generate-demo.ts'
export { type DemoReport, loadDemo } from './load-demo.ts'
