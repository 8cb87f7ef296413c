export { newestCardOf, saveCard } from "../payment-methods/store.ts"
