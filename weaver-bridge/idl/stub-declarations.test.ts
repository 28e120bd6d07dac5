import { expect, test } from "vitest";
import { compileIdl } from "./compile.js";
import { stubDeclarations } from "./stub-declarations.js";

const IDL = `module disk {
  enum mode { reading, writing };
  typedef sequence<octet, 512> sector;
  interface drive {
    long put(in long number, in sector data, in mode how);
    void name(in string<15> text, out long length);
  };
};
`;
const { layout } = compileIdl({
  file: "disk.idl",
  text: IDL,
  readInclude: () => undefined,
  kernel: "x0",
});

test("the largest message is proposed, values are left to be said", () => {
  expect(
    stubDeclarations("disk.idl", layout).text,
  ).toBe(`/* Calls of disk.idl: keep what is always so, and say what you know. The unit has to include disk_client.h. */
specialize disk_drive_put as disk_drive_put_special {
	/* number == VALUE; */
	data->_length == 512; /* its elements, at most as many */
	/* how == disk_mode_reading | disk_mode_writing; */
	_env nonnull; /* or _env == 0: nobody asks how the call ended */
}

specialize disk_drive_name as disk_drive_name_special {
	/* text == &VARIABLE; at most 15 characters */
	_env nonnull; /* or _env == 0: nobody asks how the call ended */
}
`);
});

test("one operation by its name in the interface or in C; of another name it is told which there are", () => {
  for (const name of ["put", "disk_drive_put"])
    expect(stubDeclarations("disk.idl", layout, name).declared).toEqual(["disk_drive_put"]);
  expect(stubDeclarations("disk.idl", layout, "get")).toMatchObject({
    declared: [],
    known: ["disk_drive_put", "disk_drive_name"],
  });
});
