export { addDemoCommand } from './commands/demo.ts'
