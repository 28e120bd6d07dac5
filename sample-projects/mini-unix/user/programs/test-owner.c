/*
 * Owners and permissions: chown by root, refusal for others, set-uid programs.
 * The last line is a note, not a check: the kernel knows no forbidden user ids,
 * but the aspect InodeOwner does.
 */
#include "user/runtime/runtime.h"

#define ALICE 1000
#define BOB 1001
#define USERS 100 /* a group */
#define RESERVED_ID 70000

static struct stat status_of(const char *path)
{
	struct stat status = { .st_uid = (uid_t)-1 };

	stat(path, &status);
	return status;
}

static void make_file(const char *path, mode_t mode)
{
	close(open(path, O_WRONLY | O_CREAT, mode));
}

static void become(uid_t uid, gid_t gid)
{
	setgid(gid);
	setuid(uid);
}

static void test_root(void)
{
	make_file("/tmp/f", 0644);
	check(status_of("/tmp/f").st_uid == 0, "root's file belongs to root");
	check(chown("/tmp/f", ALICE, USERS) == 0, "root gives it to alice");
	check(status_of("/tmp/f").st_uid == ALICE && status_of("/tmp/f").st_gid == USERS,
	      "stat shows the new owner and group");
	check(chown("/tmp/f", (uid_t)-1, 7) == 0 && status_of("/tmp/f").st_uid == ALICE &&
		      status_of("/tmp/f").st_gid == 7,
	      "chown can change the group alone");
	chown("/tmp/f", ALICE, USERS);
}

static void as_alice(void)
{
	become(ALICE, USERS);
	check(getuid() == ALICE && getgid() == USERS, "a process becomes alice");
	check(setuid(0) == -EPERM, "and cannot become root again");
	check(chown("/tmp/f", BOB, USERS) == -EPERM, "alice cannot give her file away");
	check(chown("/tmp/f", ALICE, 0) == -EPERM, "nor to a group that is not hers");
	check(chmod("/tmp/f", 0600) == 0, "she can change its mode");
	make_file("/tmp/alice", 0644);
	check(status_of("/tmp/alice").st_uid == ALICE, "a new file belongs to its maker");
	check(open("/new", O_WRONLY | O_CREAT, 0644) == -EACCES,
	      "she cannot write to root's directory");
	check(poweroff(true) == -EPERM, "she cannot switch the machine off");
}

static void as_bob(void)
{
	become(BOB, BOB);
	check(open("/tmp/f", O_RDONLY, 0) == -EACCES, "bob cannot read alice's private file");
	check(open("/tmp/alice", O_WRONLY, 0) == -EACCES, "nor write to her public one");
	check(chown("/tmp/f", BOB, BOB) == -EPERM, "nor take it over");
	check(chmod("/tmp/f", 0777) == -EPERM, "nor change its mode");
	check(status_of("/tmp/f").st_uid == ALICE, "it is still alice's");
}

static void test_group_directory(void)
{
	mkdir("/tmp/group", 0777);
	chown("/tmp/group", 0, USERS);
	chmod("/tmp/group", S_ISGID | 0777);
	make_file("/tmp/group/f", 0644);
	check(status_of("/tmp/group/f").st_gid == USERS,
	      "a set-gid directory passes on its group");
}

static void copy_file(const char *from, const char *to)
{
	static char buffer[4096];
	int length;
	int in = open(from, O_RDONLY, 0);
	int out = open(to, O_WRONLY | O_CREAT, 0755);

	while ((length = read(in, buffer, sizeof(buffer))) > 0)
		write(out, buffer, (size_t)length);
	close(in);
	close(out);
}

static void show_ids_as_bob(void)
{
	char *arguments[] = { "show-ids", NULL };

	become(BOB, BOB);
	exec("/tmp/show-ids", arguments);
}

static void test_set_uid_program(void)
{
	/* Exit statuses have eight bits. */
	copy_file("/bin/show-ids", "/tmp/show-ids");
	check(run_in_child(show_ids_as_bob) == (BOB & 0xff), "a program runs as its caller");
	chown("/tmp/show-ids", 55, 55);
	chmod("/tmp/show-ids", S_ISUID | 0755);
	check(run_in_child(show_ids_as_bob) == 55, "a set-uid program runs as its owner");
	chown("/tmp/show-ids", 66, 66);
	check(run_in_child(show_ids_as_bob) == (BOB & 0xff), "chown takes the set-uid bit away");
}

static void note_reserved_id(void)
{
	make_file("/tmp/reserved", 0644);
	chown("/tmp/reserved", RESERVED_ID, 0);
	print("  note chown to the reserved user id %d was %s\n", RESERVED_ID,
	      status_of("/tmp/reserved").st_uid == RESERVED_ID ? "accepted" : "refused");
}

static void clean_up(void)
{
	unlink("/tmp/f");
	unlink("/tmp/alice");
	unlink("/tmp/group/f");
	rmdir("/tmp/group");
	unlink("/tmp/show-ids");
	unlink("/tmp/reserved");
}

int main(void)
{
	test_root();
	check(run_in_child(as_alice) == 0, "alice is done");
	check(run_in_child(as_bob) == 0, "bob is done");
	test_group_directory();
	test_set_uid_program();
	note_reserved_id();
	clean_up();
	return failed_checks();
}
