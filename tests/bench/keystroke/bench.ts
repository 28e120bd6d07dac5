export function benchKeystrokes(): void {}
