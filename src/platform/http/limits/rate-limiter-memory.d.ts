/** The package's main file loads limiters for a dozen stores that we do not use; this is the one in memory alone. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible'
  export = RateLimiterMemory
}
