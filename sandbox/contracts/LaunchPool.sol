// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {LaunchToken} from "./LaunchToken.sol";

/// The pool into which a launch on a curve graduates. It logs its liquidity as a Uniswap v2 pair does.
contract LaunchPool {
    LaunchToken public immutable token;
    uint256 public reserve;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);

    error Empty();

    constructor(LaunchToken launched) {
        token = launched;
    }

    /// Turns the tokens that the pool holds into liquidity.
    function mint(uint256 paid) external {
        uint256 added = token.balanceOf(address(this)) - reserve;
        if (added == 0) revert Empty();
        reserve += added;
        emit Mint(msg.sender, added, paid);
    }
}
