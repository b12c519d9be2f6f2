/** The package's main file loads limiters for a dozen stores that we do not use; this is the one in PostgreSQL alone. */
declare module 'rate-limiter-flexible/lib/RateLimiterPostgres.js' {
  import { RateLimiterPostgres } from 'rate-limiter-flexible'
  export = RateLimiterPostgres
}
