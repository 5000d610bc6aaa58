/** The owner was told what keeps the app from starting, and chose to quit. */
export class StartGivenUp extends Error {
  override readonly name = 'StartGivenUp';
}
