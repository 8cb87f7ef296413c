// The generators that `make clients` tries. Each has its default options, apart from names and from what its file explains.
import { GO } from "./go.ts"
import { JAVA } from "./java.ts"
import { NODE } from "./node.ts"
import { PYTHON } from "./python.ts"
import { RUST } from "./rust.ts"

export const GENERATORS = [...PYTHON, ...GO, ...NODE, ...RUST, ...JAVA]
