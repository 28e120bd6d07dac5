/**
 * Stands where Theia asks for `keytar@7.9.0`, which is no longer kept up and fetches its binary from a place of its own.
 * Without a keychain Theia keeps what extensions store as secrets in memory, which is all that a browser's backend could
 * do before. An alias in `overrides` won't do: npm 9, Debian 13's, then refuses the lockfile.
 */
throw new Error("Weft brings no keychain");
