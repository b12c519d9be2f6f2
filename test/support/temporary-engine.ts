// Until everyone who waits imports it from there.
export { eventually } from './eventually.ts'
