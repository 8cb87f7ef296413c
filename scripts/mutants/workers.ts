/** Shares `items` among `workers`: each takes the next one when it is done with its last. */
export async function inParallel<Worker, Item>(
  workers: Worker[],
  items: Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const drain = async (worker: Worker) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(worker, item)
  }
  await Promise.all(workers.map(drain))
}
