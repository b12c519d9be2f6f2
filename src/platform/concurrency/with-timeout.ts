/** The promise's value, or undefined when it takes longer; what it does later is nobody's concern. */
export async function withTimeout<T>(msMax: number, promise: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), msMax)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
