/** Resolves with the promise's value, or with undefined if it takes longer; its later outcome is ignored. */
export async function withTimeout<T>(msMax: number, promise: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), msMax)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
