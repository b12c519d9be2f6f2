export const BUNDLES: string
export const BUNDLE_PREFIX: string
export function bundleFolder(): string
export function findProgram(): { readonly program: string | undefined; readonly compiledCode: string }
