/** Remembers which methods each route pattern has, to tell a wrong method from an unknown path. */
export class AllowedMethods {
  readonly #methodsOf = new Map<string, Set<string>>()
  readonly #patternOf = new Map<string, RegExp>()

  add(route: string, method: string | readonly string[]): void {
    const methods = this.#methodsOf.get(route) ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    this.#methodsOf.set(route, methods)
    if (!this.#patternOf.has(route)) this.#patternOf.set(route, pathPattern(route))
  }

  /** The methods of all routes that cover the path, sorted; empty for an unknown path. */
  of(path: string): readonly string[] {
    const methods = new Set<string>()
    for (const [route, pattern] of this.#patternOf) {
      if (!pattern.test(path)) continue
      for (const method of this.#methodsOf.get(route) ?? []) methods.add(method)
    }
    return [...methods].sort()
  }
}

/** `/reports/:id` and `/files/*` as expressions; a parameter's own expression is not looked at. */
function pathPattern(route: string): RegExp {
  const source = route
    .split(/(::|:\w+(?:\([^)]*\))?\??|\*)/)
    .map((piece) => {
      if (piece === '::') return ':'
      if (piece === '*') return '.*'
      return piece.startsWith(':') ? '[^/]+' : RegExp.escape(piece)
    })
    .join('')
  return new RegExp(`^${source}$`)
}
