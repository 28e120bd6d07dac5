# Sourced by `weft` for `weft cc` and `weft ag++`: a resident process does the analysis and weaving of this call, which then
# need not start node. The resident tells this shell, step by step, which compiler to run, so all that a compiler inherits
# (environment, folder, limits, terminal, make's jobs) is this call's own. Where there is no resident to be had, or it
# dies, weft_ask returns and the call is answered without one.
#
# A slot is a folder with the named pipes `ask` and `answer`, made by whoever starts its resident and removed by the
# resident's `host`, a shell that waits for its end. `claim` belongs to the one call that uses the slot. Steps are shell
# text in the file `step`; a line in `answer` says that there is one, its end that resident and host are gone.

# Sets $weft_slots: a folder of this user's for this build of Weft. Never below a folder that others may write to: what is
# found in a slot is run. Without a home of one's own there is no resident.
weft_room() {
  weft_slots=${XDG_RUNTIME_DIR:-}
  if [ -z "$weft_slots" ] || [ ! -O "$weft_slots" ] || [ ! -w "$weft_slots" ]; then
    weft_slots=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/weft
  fi
  read -r weft_id <"$dist/resident.id" || return 1
  weft_slots=$weft_slots/weft-$weft_id
  [ -d "$weft_slots" ] || (umask 077 && mkdir -p "$weft_slots") || return 1
  [ -O "$weft_slots" ] && [ ! -h "$weft_slots" ] && [ -O "${weft_slots%/*}" ] && [ ! -h "${weft_slots%/*}" ]
} 2>/dev/null

# Sets $slot: one whose resident is free. A new one is made when there is none, or when they stay busy and are fewer than
# the processors.
weft_take() {
  weft_new=
  weft_tries=0
  while [ $weft_tries -lt 12 ]; do
    weft_number=1
    while slot=$weft_slots/$weft_number && [ -d "$slot" ]; do
      if [ -p "$slot/answer" ] && [ -O "$slot" ] && [ ! -h "$slot" ]; then
        set -C
        if { echo $$ >"$slot/claim"; }; then set +C && return; fi
        set +C
      fi
      [ $weft_tries = 0 ] || weft_clear
      weft_number=$((weft_number + 1))
    done
    if [ $weft_number = 1 ] || { [ $weft_tries -ge 2 ] && [ $weft_number -le "$(getconf _NPROCESSORS_ONLN)" ]; }; then
      if mkdir "$slot"; then
        echo $$ >"$slot/claim" && mkfifo -m 600 "$slot/ask" "$slot/answer" && weft_new=new && return
        rm -rf "$slot"
      fi
    fi
    weft_tries=$((weft_tries + 1))
    sleep 0.01
  done
  return 1
} 2>/dev/null

# Removes the slot when its host is gone, as after a power failure. It is renamed first, all at once; should it be another
# one by then, it is put back.
weft_clear() {
  if read -r weft_host <"$slot/host" && ! kill -0 "$weft_host" && mv "$slot" "$slot.$$"; then
    if read -r weft_now <"$slot.$$/host" && [ "$weft_now" = "$weft_host" ]; then rm -rf "$slot.$$"; else mv "$slot.$$" "$slot"; fi
  fi
} 2>/dev/null

# In a session of its own, so that no terminal or make ends it. It lives half an hour at most: nothing waits longer for a
# resident that hangs. The host keeps `answer` open as long as it is there.
weft_start() {
  (
    unset NODE_EXTRA_CA_CERTS NODE_OPTIONS WEFT_PROJECT
    cd / && exec setsid sh -c '
      echo $$ >"$1/host"
      timeout -k 5 1800 node "$2/cc.cjs" resident "$1" "$2" 7<&-
      read -r host <"$1/host" && [ "$host" = $$ ] && mv "$1" "$1.$$" && rm -rf "$1.$$"' sh "$slot" "$dist"
  ) </dev/null >/dev/null 2>&1 3<&- 4<&- 5<&- 6<&- 8<&- 9<&- &
}

# For steps. weft_run INPUT OUTPUT ERRORS WORDS…: files, or nothing for this call's own streams. In the background,
# since a signal must end the compiler at once and not when it is done.
weft_run() {
  if ! command -v "$4" >/dev/null; then
    echo missing >&8
    return
  fi
  weft_in=$1 weft_out=$2 weft_err=$3
  shift 3
  if [ -n "$weft_out" ]; then
    "$@" <"$weft_in" >"$weft_out" 2>"$weft_err" 5<&- 6<&- 8<&- &
  elif [ -n "$weft_in" ]; then
    "$@" <"$weft_in" 5<&- 6<&- 8<&- &
  else
    "$@" <&5 5<&- 6<&- 8<&- &
  fi
  weft_child=$!
  wait $weft_child
  weft_code=$?
  weft_child=
  echo $weft_code >&8
}

# For steps: the resident can't do it.
weft_refused() {
  weft_done=refused
  echo end >&8
}

# For steps: dies of the signal that ended the compiler.
weft_die() {
  trap - "$1"
  kill -s "$1" $$
}

# A compiler's driver may not pass signals on, and what it runs may ignore those of the terminal.
weft_end() {
  weft_below=
  read -r weft_below <"/proc/$1/task/$1/children"
  kill -TERM "$1"
  for weft_one in $weft_below; do weft_end "$weft_one"; done
}

weft_signal() {
  if [ -n "$weft_child" ]; then
    weft_end "$weft_child"
    wait "$weft_child"
  fi 2>/dev/null
  weft_die "$1"
}

# weft_talk WORDS…: exits with the call's code; returns when the resident refuses or is gone.
weft_talk() {
  [ -z "$weft_new" ] || weft_start
  exec 7<&-
  weft_child=
  weft_done=
  trap 'weft_signal INT' INT
  trap 'weft_signal TERM' TERM
  trap 'weft_signal HUP' HUP
  echo go >&8
  while [ -z "$weft_done" ] && read -r _ <&6 && [ -r "$slot/step" ]; do . "$slot/step"; done
  trap - INT TERM HUP
  [ -n "$weft_done" ] || weft_clear
}

# weft_ask WORDS…: the words of the call.
weft_ask() {
  weft_room && weft_take || return
  weft_tty=
  [ ! -t 2 ] || weft_tty=tty
  # Which files compilers find: told by $PATH alone, or not at all.
  weft_found=$PATH
  [ -z "${CPATH-}${C_INCLUDE_PATH-}${CPLUS_INCLUDE_PATH-}${GCC_EXEC_PREFIX-}${COMPILER_PATH-}${CCC_OVERRIDE_OPTIONS-}${OBJC_INCLUDE_PATH-}" ] || weft_found=
  {
    umask
    weft_cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    printf '%s\0' "" $$ "$PWD" "$dist" "$weft_tty" "${WEFT_PROJECT-}" "${TMPDIR-}" "$weft_found" "$weft_cache" "$@"
  } >"$slot/request" || return
  # Who reads and writes a pipe waits for nobody when opening it. 7 is open only until 6 is and the host has it.
  weft_talk 5<&0 8<>"$slot/ask" 7<>"$slot/answer" 6<"$slot/answer"
}
