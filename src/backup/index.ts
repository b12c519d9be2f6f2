export { addActivateCommand } from './activation/activate-command.ts'
