/**
 * Node's HTTP module. To `import` it would also load the code behind `fetch`, because an import reads every export: a
 * tenth of a second of processor time at the start of each process.
 */
export const http = process.getBuiltinModule('node:http')
